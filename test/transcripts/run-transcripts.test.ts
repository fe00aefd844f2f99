import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFreshFolder } from '../e2e/run-program.ts';
import { runHere } from '../run-here.ts';
import { performTranscript, readTranscript } from './transcript.ts';

// Each *.txt beside this file is run on the sources; the long tests run them on the built program. After a wanted change:
//     UPDATE_TRANSCRIPTS=1 npx vitest run test/transcripts
// writes them anew; read the difference before you commit it.

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'));

describe.concurrent('transcripts', () => {
  it.for(names)('%s', { timeout: 60_000 }, async (name) => {
    const path = join(import.meta.dirname, name);
    const text = readFileSync(path, 'utf8');
    const performed = await inFreshFolder(async (folder) => {
      const place = join(await realpath(folder), 'desk');
      await mkdir(place);
      return performTranscript(readTranscript(text), place, runHere);
    });
    if (process.env.UPDATE_TRANSCRIPTS === '1') writeFileSync(path, performed);
    else expect(performed).toBe(text);
  });
});
