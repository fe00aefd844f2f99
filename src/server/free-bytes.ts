/**
 * Gives the memory of bytes back at once, where they have it to themselves; they are empty afterwards. Left to the
 * collector, the bodies that have been read pile up until there are some 64 MiB of them.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0);
}
