/** Up to this, giving back costs more than it gives: most requests are much smaller. */
const SMALL_BYTES = 16 * 1024;

/**
 * Gives the memory of many bytes back at once, where they have it to themselves; they are empty afterwards. Left to the
 * collector, the bodies that have been read pile up until there are some 64 MiB of them.
 */
export function freeBytes(bytes: Uint8Array): void {
  if (bytes.byteLength <= SMALL_BYTES) return;
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0);
}
