// Every importer of question sets, in the order of help.
import { autorag } from './autorag.ts';
import { csv } from './csv.ts';
import { llamaIndex } from './llama-index.ts';
import { promptfoo } from './promptfoo.ts';
import type { QuestionImporter } from './question-importer.ts';
import { ragas } from './ragas.ts';

export const questionImporters: readonly QuestionImporter[] = [ragas, llamaIndex, autorag, promptfoo, csv];
