import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** How much room V8 takes while many records pass. */
export interface HeapRoom {
  /** Room for young objects in which those of a batch have died before they are copied about. */
  readonly youngBytes: number;
  /** By how much the room for old objects grows before they are gone through again; null: as V8 thinks best. */
  readonly oldGrowthPercent: number | null;
}

/** Of records that are written as they come: a batch of them is all there is to remember. */
export const ROOM_FOR_PASSING_RECORDS: HeapRoom = { youngBytes: 16 * 1_048_576, oldGrowthPercent: null };

/** Of files that are planned as a whole: what is left of their rows is no object, and so soon gone through. */
export const ROOM_FOR_WHOLE_FILES: HeapRoom = { youngBytes: 16 * 1_048_576, oldGrowthPercent: 60 };

/**
 * Passes batches on while V8's room for young objects grows to `youngBytes`, and keeps it from growing on, as it does
 * when batch after batch of records passes through: a million orders then take half the memory. V8 reads the flags
 * each time it thinks of growing a room, so they may be set while the program runs.
 */
export async function* onSmallHeap<Batch>(
  batches: AsyncIterable<Batch>,
  { youngBytes, oldGrowthPercent }: HeapRoom,
): AsyncGenerator<Batch> {
  let isGrowing = true;
  for await (const batch of batches) {
    if (isGrowing && roomForYoung() >= youngBytes) {
      setFlagsFromString('--semi-space-growth-factor=1');
      if (oldGrowthPercent !== null) setFlagsFromString(`--heap-growing-percent=${oldGrowthPercent}`);
      isGrowing = false;
    }
    yield batch;
  }
}

function roomForYoung(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
