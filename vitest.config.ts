import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Whole commands run the built CLI in child processes; two cores, so a generous limit.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['test/build-first.ts', 'test/make-vectors-folder.ts'],
  },
});
