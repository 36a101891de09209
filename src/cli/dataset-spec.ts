// Which dataset is meant: `--dataset NAME(params):PLACE`, or the handbook by `--seed`, `--pages` and `--facts`.
import type { DatasetFormat, Params } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { type PartSpec, parsePart, resolveParams } from '../core/spec.ts';
import { DEFAULT_SEED, type RunValues } from './run-options.ts';

export interface DatasetSpec {
  readonly format: DatasetFormat;
  readonly place: string;
  readonly params: Params;
}

const HANDBOOK = 'handbook';

/** @param faults receives what is wrong; then undefined is returned */
export function resolveDataset(
  formats: readonly DatasetFormat[],
  values: RunValues,
  faults: LabError[],
): DatasetSpec | undefined {
  const before = faults.length;
  const written = values.dataset ?? `${HANDBOOK}:${values.seed ?? DEFAULT_SEED}`;
  const parts = /^\s*([A-Za-z_][\w.-]*\s*(?:\((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^)"'])*\))?)\s*(?::(.*))?$/s.exec(
    written,
  );
  const accepted = 'NAME:PLACE, e.g. handbook:7 or handbook(pages=20):7';
  if (!parts) {
    faults.push(new LabError('option.invalid', { option: '--dataset', value: written, accepted }));
    return undefined;
  }
  const part = partOf(parts[1]!, faults);
  if (!part) return undefined;
  const format = formats.find(({ name }) => name === part.name);
  if (!format) {
    const known = formats.map(({ name }) => name);
    faults.push(new LabError('spec.unknown-name', { kind: 'dataset', name: part.name, known }));
    return undefined;
  }
  const args = new Map(part.args);
  for (const key of ['pages', 'facts'] as const) {
    const value = values[key];
    if (value === undefined) continue;
    const own = args.get(key);
    if (own !== undefined && own !== String(value)) {
      const problem = `--${key} ${value} and --dataset ${written} name two different handbooks; give one of them`;
      faults.push(new LabError('option.conflict', { problem }));
    } else if (format.name === HANDBOOK) args.set(key, String(value));
    else faults.push(new LabError('option.conflict', { problem: `--${key}: applies to the handbook only` }));
  }
  setSplit(formats, format, args, values.split, faults);
  const late = /^([^()]*)(\(\s*\w+\s*=[^()]*\))\s*$/.exec(parts[2] ?? '');
  if (late) {
    const right = `${part.name}${late[2]}:${late[1]}`;
    const problem = `--dataset ${written}: parameters stand before the colon, as in ${right}`;
    const flags = format.name === HANDBOOK ? ', or --pages and --facts' : takesSplit(format) ? ', or --split' : '';
    faults.push(new LabError('option.conflict', { problem }, `--dataset '${right}'${flags}`));
    return undefined;
  }
  const place = parts[2] ?? (format.name === HANDBOOK ? String(values.seed ?? DEFAULT_SEED) : '');
  if (place === '') {
    faults.push(new LabError('option.invalid', { option: '--dataset', value: written, accepted }));
  }
  if (values.dataset !== undefined && values.seed !== undefined && place !== String(values.seed)) {
    faults.push(
      new LabError('option.conflict', {
        problem: `--seed ${values.seed} and --dataset ${written} name two different handbooks; give one of them`,
      }),
    );
  }
  const params = resolveParams(format.name, format.params, args, faults);
  return faults.length > before ? undefined : { format, place, params };
}

function partOf(text: string, faults: LabError[]): PartSpec | undefined {
  try {
    return parsePart(text);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    faults.push(error);
    return undefined;
  }
}

function takesSplit({ params }: DatasetFormat): boolean {
  return Object.hasOwn(params, 'split');
}

/** `--split` stands for the parameter of that name. */
function setSplit(
  formats: readonly DatasetFormat[],
  format: DatasetFormat,
  args: Map<string, string>,
  split: string | undefined,
  faults: LabError[],
): void {
  if (split === undefined) return;
  const own = args.get('split');
  if (own !== undefined && own !== split) {
    const problem = `--split ${split} and split=${own} name two different splits; give one of them`;
    faults.push(new LabError('option.conflict', { problem }));
  } else if (takesSplit(format)) args.set('split', split);
  else {
    const taking = formats.filter(takesSplit).map(({ name }) => name);
    const problem = `--split: ${format.name} has no splits of this kind (taken by: ${taking.join(', ')})`;
    faults.push(new LabError('option.conflict', { problem }));
  }
}
