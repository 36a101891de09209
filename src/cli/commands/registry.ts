// Every command, in the order of the help. Each is loaded when it is meant, or listed.
import type { CommandDef } from '../session.ts';

interface ListedCommand {
  readonly name: string;
  readonly load: () => Promise<CommandDef>;
}

export const commands: readonly ListedCommand[] = [
  { name: 'run', load: async () => (await import('./run.ts')).run },
  { name: 'explain', load: async () => (await import('./explain.ts')).explain },
  { name: 'generate', load: async () => (await import('./generate.ts')).generate },
  { name: 'walkthrough', load: async () => (await import('./walkthrough.ts')).walkthrough },
  { name: 'evaluate', load: async () => (await import('./evaluate.ts')).evaluate },
  { name: 'compare', load: async () => (await import('./compare.ts')).compare },
  { name: 'fuse', load: async () => (await import('./fuse.ts')).fuse },
  { name: 'gate', load: async () => (await import('./gate.ts')).gate },
  { name: 'baseline', load: async () => (await import('./baseline.ts')).baseline },
  { name: 'questions', load: async () => (await import('./questions.ts')).questions },
  { name: 'render', load: async () => (await import('./render.ts')).render },
  { name: 'view', load: async () => (await import('./view.ts')).view },
  { name: 'dataset', load: async () => (await import('./dataset.ts')).dataset },
  { name: 'list', load: async () => (await import('./list.ts')).list },
  { name: 'cache', load: async () => (await import('./cache.ts')).cache },
  { name: 'init', load: async () => (await import('./init.ts')).init },
  { name: 'doctor', load: async () => (await import('./doctor.ts')).doctor },
];
