import type { Problem } from '../contract/problem.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EISDIR: 'it is a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EEXIST: 'something else of that name is there',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links go in a circle',
  Z_BUF_ERROR: 'it is cut off: the compressed data ends early',
  Z_DATA_ERROR: 'the compressed data in it is damaged',
};

/**
 * What the file system (or the unpacking) said about a path, as a problem; null for an error that is not about
 * files and so is a fault of ours.
 */
export function fileProblem(error: unknown, path: string, act: 'read' | 'written'): Problem | null {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined || !/^(E[A-Z]+|Z_[A-Z_]+)$/.test(code)) return null;
  const named = path === '-' ? 'standard input' : path;
  const detail = `${named} cannot be ${act}: ${REASONS[code] ?? code}.`;
  const hint = code.startsWith('Z_') ? { hint: 'Copy or download it again, then repeat the command.' } : {};
  return { code: 'file_unreadable', detail, ...hint };
}
