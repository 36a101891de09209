// A system's rankings as a TREC run file: six columns a line, the tag says whose they are.
import type { ReportFormat } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';

export const trec = {
  name: 'trec',
  summary: 'the rankings in TREC run format, for trec_eval and its kin',
  extension: 'run',
  render({ runs }) {
    if (!runs) {
      throw new LabError(
        'option.conflict',
        { problem: '--format trec: a stored report holds no rankings' },
        'rag-lab run --format trec=FILE',
      );
    }
    return runs.map(({ text }) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)).join('');
  },
} satisfies ReportFormat;
