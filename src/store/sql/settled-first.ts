/** What has numbered entries that must be in the tables before they are read. */
interface Settles {
  settle(): void | Promise<void>;
}

/** The same methods, each settling the unit before it reads. */
export function settledFirst<Methods extends object>(unit: Settles, methods: Methods): Methods {
  const settled: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(methods)) {
    settled[name] = async (...values: unknown[]) => {
      await unit.settle();
      return method(...values);
    };
  }
  return settled as Methods;
}
