/** A large answer that is JSON already: to read it and write it again would keep everybody else waiting. */
export class WrittenJson {
  /** Its plain fields, which its status and its address are told by. */
  readonly head: Readonly<Record<string, unknown>>;
  /** All of it, UTF-8. */
  readonly bytes: Uint8Array;

  constructor(head: Readonly<Record<string, unknown>>, bytes: Uint8Array) {
    this.head = head;
    this.bytes = bytes;
  }
}

/** The fields of an answer that are no lists and no objects. */
export function plainFields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => typeof field !== 'object' || field === null),
  );
}
