// What every definition must be, whatever it defines: a summary, and parameters that have a default which passes.
import type { Named, ParamSpec, Params, ParamValue } from '../core/contracts.ts';
import type { LabError } from '../core/errors.ts';
import { parsePart, printParams, resolveParams } from '../core/spec.ts';
import { type ContractCase, demand } from './contract-case.ts';

interface Definition extends Named {
  readonly params?: unknown;
}

/**
 * @param given parameters other than the defaults
 * @param check the definition's own check of its parameters
 * @param parse reads it as people write it
 */
export function definitionCase(
  def: Definition,
  given: Params,
  check: (params: Params) => string | undefined = () => undefined,
  parse: (text: string) => { readonly name: string } = parsePart,
): ContractCase {
  return {
    name: 'has a name, a summary, and parameters whose defaults pass its own checks',
    async run() {
      const printed = `${def.name}${printParams(specsOf(def), paramsOf(def, given))}`;
      demand(parse(printed).name === def.name, () => `the name ${def.name} cannot be written in a spec`);
      demand(/^\S[^\n]*$/.test(def.summary), () => `summary is "${def.summary}": one line of text was expected`);
      for (const [name, spec] of Object.entries(specsOf(def))) {
        demand(/\S/.test(spec.doc), () => `the parameter ${name} has no doc`);
      }
      const params = paramsOf(def, given);
      const problem = check(params);
      demand(problem === undefined, () => `its own check refuses ${JSON.stringify(params)}: ${problem}`);
    },
  };
}

/** The defaults, and over them what was given, read as if it had been written in a spec. */
export function paramsOf(def: Definition, given: Params): Params {
  const faults: LabError[] = [];
  const written = new Map(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const params = resolveParams(def.name, specsOf(def), written, faults);
  demand(faults.length === 0, () => faults.map(({ message }) => message).join('; '));
  const defaults: LabError[] = [];
  const own = Object.entries(specsOf(def)).map(([name, spec]): [string, string] => [name, String(spec.default)]);
  resolveParams(def.name, specsOf(def), new Map(own), defaults);
  demand(defaults.length === 0, () => defaults.map(({ message }) => message).join('; '));
  return params;
}

function specsOf({ params }: Definition): Readonly<Record<string, ParamSpec<ParamValue>>> {
  return (params ?? {}) as Readonly<Record<string, ParamSpec<ParamValue>>>;
}
