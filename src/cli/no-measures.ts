// `--measures ,`: a list with nothing in it, for which nothing would be measured.
import { LabError } from '../core/errors.ts';

/** @param written as typed */
export function noMeasures(written: readonly string[]): LabError {
  return new LabError('option.invalid', {
    option: '--measures',
    value: written.join(' '),
    accepted: 'one or more measures, comma-separated, as in nDCG@10,R@100',
  });
}
