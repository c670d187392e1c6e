// SPDX-License-Identifier: Apache-2.0

/** A value of a time series or attribute, typed as the device sent it. */
export type Value = string | number | boolean | null | object;

export interface Point {
  /** Milliseconds since 1970. */
  readonly ts: number;
  readonly value: Value;
}

/** Points by key, as the telemetry API answers. */
export type PointsByKey = Readonly<Record<string, readonly Point[]>>;

export interface LatestValue extends Point {
  readonly key: string;
}

/** The newest value of each key, by name of the key. Keys that have none are left out. */
export function latestValues(points: PointsByKey): LatestValue[] {
  return Object.entries(points)
    .flatMap(([key, [newest]]) =>
      newest === undefined || newest.value === null ? [] : [{ key, ...newest }],
    )
    .sort((a, b) => a.key.localeCompare(b.key));
}

/** When the device was last heard of through these values; undefined when there are none. */
export function newestTs(values: readonly LatestValue[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values.map((value) => value.ts));
}

/** The keys whose value or time stamp differs from before. Nothing has changed where nothing was known before. */
export function changedKeys(
  before: readonly LatestValue[] | undefined,
  after: readonly LatestValue[],
): ReadonlySet<string> {
  if (before === undefined) {
    return new Set();
  }
  const known = new Map(before.map((value) => [value.key, value]));
  return new Set(
    after
      .filter(({ key, ts, value }) => {
        const old = known.get(key);
        return old?.ts !== ts || formatValue(old.value) !== formatValue(value);
      })
      .map(({ key }) => key),
  );
}

/** A value in one line of text. */
export function formatValue(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A number in at most seven significant digits, for where room is scarce. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(7)));
}

/** A value as a table shows it: numbers short, everything else whole. */
export function displayValue(value: Value): string {
  return typeof value === 'number' && !Number.isInteger(value)
    ? shortNumber(value)
    : formatValue(value);
}
