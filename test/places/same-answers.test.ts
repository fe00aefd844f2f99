import { describe } from 'vitest';
import { hasPostgres } from '../postgres/shared-server.ts';
import { describeSameAnswers } from './same-answers.ts';

// The server's ledger is in PostgreSQL where there is one, so that engines and places are compared at once.
const elsewhere = hasPostgres('the same answers on PostgreSQL') ? 'postgres' : 'sqlite';

describe(`a ledger on SQLite, and a server on ${elsewhere}`, () =>
  describeSameAnswers(['sqlite', elsewhere]));
