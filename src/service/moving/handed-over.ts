/** Whoever took the pieces wants no more of them. */
class NobodyTakes extends Error {}

/**
 * The pieces `produce` gives, to be taken one at a time: it goes on when the one before was taken, so that none pile
 * up, and is told by an error at its next piece when nobody takes them any more. Throws what `produce` throws.
 */
export async function* handedOver<Piece>(
  produce: (give: (piece: Piece) => Promise<void>) => Promise<void>,
): AsyncGenerator<Piece> {
  let given = Promise.withResolvers<{ readonly piece: Piece } | null>();
  let taken = Promise.withResolvers<void>();
  let isOver = false;
  const producing = produce(async (piece) => {
    if (isOver) throw new NobodyTakes();
    given.resolve({ piece });
    await taken.promise;
    if (isOver) throw new NobodyTakes();
  }).then(
    () => given.resolve(null),
    (error: unknown) => {
      if (!isOver) given.reject(error);
    },
  );
  try {
    for (let next = await given.promise; next !== null; next = await given.promise) {
      yield next.piece;
      given = Promise.withResolvers();
      const last = taken;
      taken = Promise.withResolvers();
      last.resolve();
    }
  } finally {
    isOver = true;
    taken.resolve();
    await producing;
  }
}
