// `rag-lab dataset`: looks at datasets before anything is run on them.
import type { LabError } from '../../core/errors.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import { RUN_OPTIONS } from '../run-options.ts';
import type { CommandDef } from '../session.ts';

const TAKEN: readonly string[] = ['seed', 'pages', 'facts', 'split', 'plugin', 'json', 'plain', 'wide', 'quiet'];
const OPTIONS = RUN_OPTIONS.filter(({ name }) => TAKEN.includes(name)).map((def) =>
  def.name === 'json' ? { ...def, doc: 'the facts as JSON, and nothing else, on standard output' } : def,
);

export const dataset: CommandDef = {
  register(program, session) {
    const group = program.command('dataset').description('looks at datasets: `dataset info beir:DIR`');
    const info = group
      .command('info')
      .description('documents, words, lengths, questions, judgments, what is missing or there twice, fingerprints')
      .argument('[dataset]', 'NAME:PLACE, as for --dataset (default: the generated handbook)');
    addOptions(info, OPTIONS);
    info
      .addHelpText(
        'after',
        `
\`rag-lab list datasets\` shows what can be read, with parameters.

Examples:
  rag-lab dataset info handbook:404
  rag-lab dataset info beir:scifact --split train
  rag-lab dataset info 'trec(topics=topics.301-350,qrels=qrels.txt):robust' --json`,
      )
      .action(async (named: string | undefined, raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, OPTIONS, faults);
        const { describeNamed } = await import('../perform-dataset.ts');
        await describeNamed(session.terminal, named === undefined ? flags : { ...flags, dataset: named }, faults);
      });
  },
};
