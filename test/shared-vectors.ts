// Where a test keeps vectors that are not what it is about: the handbook is then encoded once a run, and not once a file.
import { inject } from 'vitest';
import { temporaryFolder } from './cli/temporary-folder.ts';

/** A folder of the file's own, where tests run without the setup that shares one. */
export function sharedVectors(): string {
  return inject('vectorsFolder') ?? temporaryFolder();
}
