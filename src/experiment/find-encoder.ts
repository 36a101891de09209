// An encoder as a system names it: `use-lite`, or `hf:NAME` where the encoder loads models.
import type { EncoderDef } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';

type Found =
  | { readonly def: EncoderDef; readonly model: string; readonly fault?: undefined }
  | { readonly def?: undefined; readonly model?: undefined; readonly fault: LabError };

export function findEncoder(encoders: readonly EncoderDef[], written: string): Found {
  const colon = written.indexOf(':');
  const name = colon < 0 ? written : written.slice(0, colon);
  const def = encoders.find((candidate) => candidate.name === name);
  if (def) return { def, model: colon < 0 ? '' : written.slice(colon + 1) };
  return {
    fault: new LabError('spec.unknown-name', { kind: 'encoder', name, known: encoders.map((one) => one.name) }),
  };
}
