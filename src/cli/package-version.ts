// What package.json says of this package; it stands two folders above this file both in src and in dist.
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

export function packageVersion(): string {
  return manifest().version;
}

/** The Node versions it runs on, `>=MAJOR.MINOR`. */
export function acceptedNode(): string {
  return manifest().engines.node;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;
}
