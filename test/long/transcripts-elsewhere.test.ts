import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFreshFolder, runProgram } from '../e2e/run-program.ts';
import { ROOT } from '../source-files.ts';
import { performTranscript, readTranscript } from '../transcripts/transcript.ts';

/** Where people sit: none of it may show in what a command prints into a pipe. */
const PLACES: readonly Record<string, string>[] = [
  { TZ: 'Pacific/Kiritimati', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8', TERM: 'dumb' },
  { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', ACCESSIBLE: '1' },
  { TZ: 'Africa/Cairo', LANG: 'C', NO_COLOR: '', COLORTERM: 'truecolor', TERM: 'xterm-256color' },
];
const FOLDER = join(ROOT, 'test', 'transcripts');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

/** Without what is drawn with blocks, which `ACCESSIBLE` leaves out; the words beside it stay. */
function undrawn(text: string): string {
  return text
    .replace(/[\u2580-\u259f]+ ?/g, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ +$/gm, '');
}

describe.each(PLACES)('transcripts hold with %o', (place) => {
  it.for(NAMES)('%s', async (name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    await inFreshFolder(async (folder) => {
      const desk = join(await realpath(folder), 'desk');
      await mkdir(desk);
      const performed = await performTranscript(readTranscript(text), desk, runProgram, place);
      expect(undrawn(performed)).toBe(undrawn(text));
    });
  });
});
