// What an importer makes of a text, as if it were a file of that name.
import type {
  ImportedQuestions,
  QuestionImporter,
} from '../../../../src/datasets/questions/importers/question-importer.ts';
import { questionLine } from '../../../../src/datasets/questions/question-record.ts';
import { parseQuestionLines } from '../../../../src/datasets/questions/read-questions.ts';

export async function imported(importer: QuestionImporter, text: string, name = 'f.json'): Promise<ImportedQuestions> {
  const made = await importer.import({ file: { name, bytes: [Buffer.from(text)] } });
  // Whatever is imported must be a question set.
  parseQuestionLines(made.questions.map(questionLine).join(''), 'imported.jsonl');
  return made;
}
