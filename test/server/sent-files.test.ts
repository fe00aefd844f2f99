import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { sentFile } from '../../src/server/sent-files.ts';

/** What is read of a body that is sent in pieces, with its length told beforehand or not. */
async function readOf(pieces: readonly Uint8Array[], isTold: boolean): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const server = createServer((incoming: IncomingMessage, response) => {
    sentFile(incoming).then(resolve, reject);
    incoming.on('end', () => response.end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'content-type': 'application/x-ndjson', ...(isTold && { 'content-length': length }) };
  const { port } = server.address() as AddressInfo;
  const sending = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  sending.on('error', () => {});
  for (const piece of pieces) sending.write(piece);
  sending.end();
  try {
    return await promise;
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}

it.each([true, false])('a file arrives as it was sent, its length told beforehand: %s', async (isTold) => {
  const pieces = [1, 70_000, 3, 200_000].map((size, at) => new Uint8Array(size).fill(at + 1));
  const read = await readOf(pieces, isTold);
  expect(Buffer.compare(read, Buffer.concat(pieces))).toBe(0);
  // It is handed to another thread with its memory, which must hold nothing else.
  expect(read.buffer.byteLength).toBe(read.byteLength);
});

it.each([true, false])('one without anything is empty, its length told: %s', async (isTold) => {
  expect(await readOf([], isTold)).toHaveLength(0);
});
