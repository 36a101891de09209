import { expect, it } from 'vitest';
import { baseOf, hostOf } from '../../src/cli/origins.ts';

const config = { path: '/project/rag-lab.config.yaml', values: {}, lineOf: () => undefined };

it('means typed paths from the current folder, others from the config file', () => {
  const origins = { cwd: '/project/sub', config, typed: { systems: ['bm25'] } };
  expect(baseOf(origins, 'systems')).toBe('/project/sub');
  expect(baseOf(origins, 'corpus')).toBe('/project');
  expect(baseOf({ cwd: '/here', config: undefined, typed: {} }, 'corpus')).toBe('/here');
});

it('hands systems the folder they were written in, the environment, and what is allowed', () => {
  const origins = { cwd: '/here', config, typed: {} };
  const env = { KEY: 'k' };
  expect(hostOf({ env }, origins, {})).toEqual({ folder: '/project', env, offline: false, allowDownload: false });
  const values = { offline: true, allowDownload: true };
  expect(hostOf({ env }, { ...origins, typed: { systems: ['bm25'] } }, values)).toEqual({
    folder: '/here',
    env,
    offline: true,
    allowDownload: true,
  });
});
