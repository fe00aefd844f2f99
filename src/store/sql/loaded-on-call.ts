/**
 * A reader whose module is loaded when one of its methods is first called: what hardly any command asks for must
 * not weigh on the start of all of them. `names` are its methods.
 */
export function loadedOnCall<Reader extends object>(
  names: Readonly<Record<keyof Reader & string, true>>,
  load: () => Promise<Reader>,
): Reader {
  let loaded: Promise<Reader> | undefined;
  const methods: Record<string, unknown> = {};
  for (const name of Object.keys(names) as (keyof Reader & string)[]) {
    methods[name] = async (...values: unknown[]) => {
      loaded ??= load();
      const method = (await loaded)[name] as (...values: unknown[]) => unknown;
      return method(...values);
    };
  }
  return methods as Reader;
}
