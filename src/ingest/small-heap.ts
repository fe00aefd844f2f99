import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Room for young objects in which those of a batch have died before they are copied about. */
const YOUNG_BYTES = 16 * 1_048_576;

/**
 * Passes batches on while V8's room for young objects grows to {@link YOUNG_BYTES}, and keeps it from growing on, as
 * it does when batch after batch of records passes through: a million orders then take half the memory. V8 reads the
 * flag each time it thinks of growing that room, so it may be set while the program runs.
 */
export async function* onSmallHeap<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  let isGrowing = true;
  for await (const batch of batches) {
    if (isGrowing && youngBytes() >= YOUNG_BYTES) {
      setFlagsFromString('--semi-space-growth-factor=1');
      isGrowing = false;
    }
    yield batch;
  }
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
