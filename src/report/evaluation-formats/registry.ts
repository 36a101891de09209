// Every format of an evaluation, in the order of lists and help.
import { csv } from './csv.ts';
import type { EvaluationFormat } from './evaluation-format.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { terminal } from './terminal.ts';
import { trecEval } from './trec-eval.ts';

export const evaluationFormats: readonly EvaluationFormat[] = [terminal, json, csv, markdown, trecEval];
