// SPDX-License-Identifier: Apache-2.0
interface Batch<V> {
  readonly keys: string[];
  readonly values: Promise<ReadonlyMap<string, V>>;
}

/**
 * A function that loads one value. It waits for the end of the current tick, and loads what was asked for until then
 * together, at most so many keys at a time. Keys that have no value give null.
 */
export function batched<V>(
  mostKeys: number,
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | null> {
  let open: Batch<V> | undefined;

  function begin(): Batch<V> {
    const keys: string[] = [];
    const tickEnds = new Promise<void>((resolve) => setTimeout(resolve));
    const values = tickEnds.then(() => {
      if (open === batch) {
        open = undefined;
      }
      return load(keys);
    });
    const batch: Batch<V> = { keys, values };
    return batch;
  }

  return async (key) => {
    if (open === undefined || open.keys.length === mostKeys) {
      open = begin();
    }
    open.keys.push(key);
    const values = await open.values;
    return values.get(key) ?? null;
  };
}
