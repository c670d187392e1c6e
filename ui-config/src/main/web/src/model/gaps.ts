// SPDX-License-Identifier: Apache-2.0

/** So many times the usual distance without a point are an outage. */
const USUAL_DISTANCES = 3;
/** Shorter pauses are none, however fast a device sends. */
const SHORTEST_GAP_MS = 5_000;

/**
 * The greatest distance in milliseconds over which a line connects two neighbouring readings.
 *
 * @param times ascending, in milliseconds
 */
export function reachOfReadings(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usual = median(distances);
  return usual === undefined ? Infinity : Math.max(SHORTEST_GAP_MS, USUAL_DISTANCES * usual);
}

/** The same for the middles of intervals of one length: an empty interval between two others is a gap. */
export function reachOfIntervals(interval: number): number {
  return 1.5 * interval;
}

/**
 * Whether the value of a key is sent at each change only: then the distances say nothing of an outage, because a value
 * stays until the next one.
 */
export function isSentOnChange(values: readonly unknown[]): boolean {
  return values.every((value, index) => index === 0 || value !== values[index - 1]);
}

/** Inserts an empty place between neighbours that are farther apart than `reach`. */
export function withGaps<T extends { readonly ts: number }>(
  points: readonly T[],
  reach: number,
): (T | { readonly ts: number })[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    return before === undefined || point.ts - before.ts <= reach
      ? [point]
      : [{ ts: before.ts + (point.ts - before.ts) / 2 }, point];
  });
}

function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
