// SPDX-License-Identifier: Apache-2.0
import { writeJson } from './exactJson';
import { compareNumbers, formatNumber, isNumber, type ExactNumber } from './number';

/** A value of a time series or attribute, typed as the device sent it. */
export type Value = string | number | ExactNumber | boolean | null | object;

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
    .sort((a, b) => compareNames(a.key, b.key));
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

/** A value in one line of text, with all digits of its numbers. */
export function formatValue(value: Value): string {
  if (isNumber(value)) {
    return formatNumber(value);
  }
  return typeof value === 'object' ? writeJson(value) : String(value);
}

/** Orders texts as people do: "sensor 2" is before "sensor 10". */
export function compareNames(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true }) || (a < b ? -1 : Number(a > b));
}

/** Orders values of all types: numbers by size, then booleans, texts, and objects. */
export function compareValues(a: Value, b: Value): number {
  if (isNumber(a) && isNumber(b)) {
    return compareNumbers(a, b);
  }
  return rankOf(a) - rankOf(b) || compareNames(formatValue(a), formatValue(b));
}

function rankOf(value: Value): number {
  return isNumber(value) ? 0 : ['boolean', 'string', 'object'].indexOf(typeof value) + 1;
}
