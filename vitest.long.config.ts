import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    env: { TZ: 'UTC', LANG: 'C.UTF-8', NO_COLOR: '1', COLUMNS: '100', TERM: 'xterm' },
    testTimeout: 600_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Left to itself vitest takes one; killing at every call alone takes half an hour, mostly waiting.
    maxWorkers: 2,
    globalSetup: ['test/kept-code.ts', 'test/postgres/shared-server.ts'],
  },
});
