import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** The tests of the service once more, on ledgers in PostgreSQL. */
export default defineConfig({
  test: {
    ...usual.test,
    include: ['test/service/**/*.test.ts'],
    env: { ...usual.test?.env, LOANDESK_TEST_STORE: 'postgres' },
    testTimeout: 600_000,
  },
});
