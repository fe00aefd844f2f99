import { readFileSync } from 'node:fs';

/** A process tells the most memory it ever held in the file that is named to it. */
const TELL_PEAK = `data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));`,
)}`;

/** Words for Node that make a process tell its peak, in the file of its environment's `PEAK_FILE`. */
export const TELLING_PEAK: readonly string[] = ['--import', TELL_PEAK];

/** What a process told, in MB. */
export function toldPeakMb(file: string): number {
  return Number(readFileSync(file, 'utf8')) / 1024;
}
