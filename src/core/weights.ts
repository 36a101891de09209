// The weights of a fusion's inputs, written `0.7:0.3`.

/** One weight an input, or what is wrong with the text. Empty text: every input weighs 1. */
export function readWeights(text: string, inputs: number): readonly number[] | string {
  if (text === '') return Array.from({ length: inputs }, () => 1);
  const pieces = text.split(':');
  const shown = `weights=${text}`;
  if (pieces.some((piece) => !/^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(piece) || !Number.isFinite(Number(piece)))) {
    return `${shown} is not valid; accepted: a number of 0 or more for each input, separated by colons, e.g. 0.7:0.3`;
  }
  const weights = pieces.map(Number);
  if (weights.length !== inputs) {
    return `${shown} gives ${weights.length} weights for ${inputs} inputs; accepted: one weight an input`;
  }
  if (weights.every((weight) => weight === 0)) {
    return `${shown} leaves nothing to fuse; accepted: at least one weight above 0`;
  }
  return weights;
}

/** What `check` of a fusion returns. */
export function faultOfWeights(text: string, inputs: number): string | undefined {
  const weights = readWeights(text, inputs);
  return typeof weights === 'string' ? weights : undefined;
}

/** The weights of a fusion whose `check` passed. */
export function checkedWeights(text: string, inputs: number): readonly number[] {
  const weights = readWeights(text, inputs);
  if (typeof weights === 'string') throw new RangeError(weights);
  return weights;
}

/** Weights scaled to sum 1. By the largest first: the plain sum of huge weights would be infinite. */
export function sharesOf(weights: readonly number[]): number[] {
  const largest = Math.max(...weights);
  const total = weights.reduce((sum, weight) => sum + weight / largest, 0);
  return weights.map((weight) => weight / largest / total);
}
