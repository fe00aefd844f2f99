import { gunzipSync, gzipSync } from 'node:zlib';
import { PackedParts } from '../../contract/packed-parts.ts';
import type { BatchInput, Part } from './planned-row.ts';

/** Rows are much alike: the quickest level leaves a tenth of them. */
const LEVEL = 1;

/** A sent file as it is kept until it is posted: its lines, packed. */
export function packedFile({ file, parts }: BatchInput): Uint8Array {
  const lines = [JSON.stringify(file)];
  for (const part of parts) lines.push(JSON.stringify(part));
  return gzipSync(lines.join('\n'), { level: LEVEL });
}

/** The file again. */
export function unpackedFile(content: Uint8Array): BatchInput {
  const [file = '', ...lines] = gunzipSync(content).toString('utf8').split('\n');
  const parts = new PackedParts();
  for (const line of lines) parts.push(JSON.parse(line) as Part);
  return { file: JSON.parse(file) as BatchInput['file'], parts };
}
