import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { handOver } from './binaries.ts';
import { PostgresServer } from './server.ts';

const PATIENCE_MS = 60_000;
/** Of a running server, which a copy must not have. */
const OF_THE_PROCESS = ['postmaster.pid', 'postmaster.opts', 'standby.signal', 'backup_label'];

/** What a server needs that is to have a standby. */
export const WITH_STANDBY = { wal_keep_size: '256MB', hot_standby: 'on', synchronous_commit: 'on' };

/** Makes a standby of a running server from a base backup, and has the server wait for it with every commit. */
export async function synchronousStandby(primary: PostgresServer): Promise<PostgresServer> {
  const standby = await PostgresServer.made();
  try {
    await baseBackup(primary, standby);
    standby.data.settings({
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=loandesk application_name=standby`,
      // Once it is a primary it has no standby at first.
      synchronous_standby_names: '',
    });
    await standby.begin();
    primary.data.settings({ synchronous_standby_names: '*' });
    await primary.sql('SELECT pg_reload_conf()');
    await waitUntilSynchronous(primary);
    return standby;
  } catch (error) {
    await standby.stop();
    throw error;
  }
}

/** Makes a standby the primary. */
export async function promote(standby: PostgresServer): Promise<void> {
  await standby.sql(`SELECT pg_promote(true, ${PATIENCE_MS / 1000})`);
}

/** Copies the files of a running server as its manual says it may be done, without a program for it. */
async function baseBackup(from: PostgresServer, to: PostgresServer): Promise<void> {
  const client = new Client({ connectionString: from.url() });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await copied(from.data.path, to.data.path);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    const log = join(to.data.path, 'pg_wal');
    for (const name of readdirSync(log)) rmSync(join(log, name), { recursive: true });
    for (const name of OF_THE_PROCESS) rmSync(join(to.data.path, name), { force: true });
    const files = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' };
    for (const [name, text] of Object.entries(files)) {
      const path = join(to.data.path, name);
      writeFileSync(path, text);
      handOver(path, to.programs);
    }
  } finally {
    await client.end();
  }
}

/** Files may vanish while they are copied; the server makes up for that from its log. */
function copied(from: string, to: string): Promise<void> {
  return new Promise((resolve) => {
    execFile('cp', ['-a', from, to], () => resolve());
  });
}

async function waitUntilSynchronous(primary: PostgresServer): Promise<void> {
  const client = new Client({ connectionString: primary.url() });
  await client.connect();
  try {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'`,
      );
      if (rows.length > 0) return;
      if (Date.now() > until) throw new Error('the standby did not follow in time');
      await sleep(50);
    }
  } finally {
    await client.end();
  }
}
