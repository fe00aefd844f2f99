import { describe } from 'vitest';
import { describeSameAnswers } from '../places/same-answers.ts';
import { hasPostgres } from '../postgres/shared-server.ts';

describe.skipIf(!hasPostgres('the same answers on PostgreSQL'))('both places on PostgreSQL', () =>
  describeSameAnswers(['postgres', 'postgres']),
);
describe.skipIf(!hasPostgres('the same answers on PostgreSQL'))(
  'a ledger in PostgreSQL, a server on a file',
  () => describeSameAnswers(['postgres', 'sqlite']),
);
