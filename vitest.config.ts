import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/long/**'],
    env: { TZ: 'UTC', LANG: 'C.UTF-8', NO_COLOR: '1', COLUMNS: '100', TERM: 'xterm' },
    testTimeout: 60_000,
    pool: 'threads',
    globalSetup: 'test/kept-code.ts',
    // No test changes what a module keeps, and loading every module anew for each file took an eighth of the time.
    isolate: false,
  },
});
