// Where what is written stands: a path that is typed is meant from the current folder, one of a config file from that file.
import { dirname } from 'node:path';
import type { Host } from '../core/contracts.ts';
import type { LoadedConfig } from './config.ts';
import type { ConfigValues } from './config-options.ts';
import type { RunValues } from './run-options.ts';
import type { Terminal } from './terminal.ts';

export interface Origins {
  readonly cwd: string;
  readonly config: LoadedConfig | undefined;
  /** What was typed; everything else came from the config file. */
  readonly typed: ConfigValues;
}

/** The folder that a path in an option is meant from. */
export function baseOf({ cwd, config, typed }: Origins, key: keyof RunValues): string {
  return typed[key] !== undefined || !config ? cwd : dirname(config.path);
}

/** What systems may touch of the outside; their paths are meant from where they were written. */
export function hostOf({ env }: Pick<Terminal, 'env'>, origins: Origins, values: RunValues): Host {
  return {
    folder: baseOf(origins, 'systems'),
    env,
    offline: values.offline === true,
    allowDownload: values.allowDownload === true,
  };
}
