/** `--encoding`, where a file that others made is read. */
export const ENCODING_OPTION = {
  flag: '--encoding',
  value: {
    name: 'NAME',
    kind: 'choice',
    choices: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1256', 'windows-1250', 'iso-8859-6'],
  },
} as const;
