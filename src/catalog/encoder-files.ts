// What the encoders need of the installation, for whoever checks it: their weights, and how many threads they would use.
import {
  findTransformers,
  INSTALL_TRANSFORMERS,
  TRANSFORMERS,
  transformersVersion,
} from '../encoders/transformers-package.ts';
import { locateModel, verifyModel } from '../encoders/use-lite/model-files.ts';
import { workersToUse } from '../encoders/use-lite/pool.ts';

/**
 * The encoders' weights, every byte checked against the known SHA-256.
 * @param locate the folder that holds them; throws LabError where there is none
 * @returns the folder
 * @throws LabError where they are not installed, or not what they must be
 */
export function checkWeights(locate: () => string = locateModel): string {
  const folder = locate();
  verifyModel(folder);
  return folder;
}

/** Worker threads that encoding would use; 0 means that it computes in one thread. */
export function encodingThreads(): number {
  return workersToUse();
}

export interface OptionalPackage {
  readonly name: string;
  /** Absent where it is not installed. */
  readonly version?: string;
  readonly install: string;
}

/** The package that `dense(model=hf:NAME)` needs and nothing else does, as seen from a folder. */
export function optionalPackage(folder: string): OptionalPackage {
  const found = findTransformers(folder);
  const version = found === undefined ? undefined : (transformersVersion(found) ?? 'of unknown version');
  return { name: TRANSFORMERS, ...(version === undefined ? {} : { version }), install: INSTALL_TRANSFORMERS };
}
