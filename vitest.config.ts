import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/long/**'],
    env: { TZ: 'UTC', LANG: 'C.UTF-8', NO_COLOR: '1', COLUMNS: '100', TERM: 'xterm' },
    testTimeout: 60_000,
    // Some start a database server, which takes its time on a busy machine.
    hookTimeout: 60_000,
    pool: 'threads',
    // Left to itself vitest takes one less than there are cores; many tests wait for programs they started. With four
    // on two cores all of it took 4 % longer.
    maxWorkers: 3,
    globalSetup: ['test/kept-code.ts', 'test/postgres/shared-server.ts'],
    // No test changes what a module keeps, and loading every module anew for each file took an eighth of the time.
    isolate: false,
  },
});
