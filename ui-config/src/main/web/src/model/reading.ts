// SPDX-License-Identifier: Apache-2.0
import type { JoinedLine } from './chartData';
import { isSample, type Series } from './series';

/** A single value of a key, at a time in milliseconds since 1970. */
export interface Reading {
  readonly key: string;
  readonly ts: number;
}

/** The times of single readings, ascending. Averages are of no single reading. */
export function readingTimes({ places, intervals }: Series): readonly number[] {
  return intervals === undefined ? places.filter(isSample).map(({ ts }) => ts) : [];
}

/** The time of the single reading in a row of the chart; undefined if the row has none of this line. */
export function readingAt(series: Series, line: JoinedLine, row: number): number | undefined {
  const place = series.places[line.places.get(row) ?? -1];
  return series.intervals === undefined && isSample(place) ? place.ts : undefined;
}

/** The line whose point is the least distance from the pointer; lines without a point there have none. */
export function nearestLine(distances: readonly (number | undefined)[]): number | undefined {
  const least = Math.min(...distances.filter((distance) => distance !== undefined));
  const line = distances.indexOf(least);
  return line < 0 ? undefined : line;
}

export interface Neighbours {
  readonly earlier: number | undefined;
  readonly later: number | undefined;
}

/** The times next to one that may itself be missing among them, as they are ascending. */
export function neighboursOf(times: readonly number[], ts: number): Neighbours {
  return {
    earlier: times.findLast((time) => time < ts),
    later: times.find((time) => time > ts),
  };
}

/**
 * When a message was made, in milliseconds since 1970. Only an id of version 7 says it (RFC 9562, section 5.7); undefined
 * for others.
 */
export function messageTime(id: string): number | undefined {
  const digits = id.replaceAll('-', '');
  return digits[12] === '7' ? Number.parseInt(digits.slice(0, 12), 16) : undefined;
}
