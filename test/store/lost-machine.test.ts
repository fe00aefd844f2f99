import { type AddressInfo, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';

describe('the machine of a database', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is asked within seconds whether it is still there', async () => {
    const asked = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const opening = openPostgresStore({
      server: { host: '127.0.0.1', port, database: 'loans', user: 'desk' },
      migrationsDir: join(import.meta.dirname, '../../migrations/postgres'),
      createIfMissing: false,
      now: () => 0,
      randomBytes: (size) => new Uint8Array(size),
      waitMs: 50,
    });
    await expect(opening).rejects.toMatchObject({ code: 'ledger_busy' });
    await new Promise((resolve) => server.close(resolve));
    expect(asked).toHaveBeenCalledWith(true, 10_000);
  });
});
