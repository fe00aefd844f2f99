import { describe, expect, it } from 'vitest';
import { isDisconnection, troubleOf } from '../../src/store/postgres/engine-error.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

describe('what went wrong with a PostgreSQL server', () => {
  it.each(['57P01', '08006', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED'])(
    'is a connection that ended: %s',
    (code) => {
      expect(isDisconnection(withCode(code))).toBe(true);
      expect(troubleOf(withCode(code))).toBe('away');
    },
  );

  it.each(['ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE', '22P02', ''])(
    'is no connection that ended, and nothing to try again: "%s"',
    (code) => {
      expect(isDisconnection(withCode(code))).toBe(false);
      expect(troubleOf(withCode(code))).toBe('other');
    },
  );
});
