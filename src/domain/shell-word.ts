/** Text that no shell takes apart or reads as anything else. */
const PLAIN = /^[\p{L}\p{N}_@%+=:,./][\p{L}\p{N}_@%+=:,./-]*$/u;

/** A text as one word of a command line that can be copied into a shell: quoted where it has to be. */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  const quoted = `'${text.replaceAll("'", `'\\''`)}'`;
  // What begins with a dash would be read as a flag.
  return text.startsWith('-') ? `-- ${quoted}` : quoted;
}
