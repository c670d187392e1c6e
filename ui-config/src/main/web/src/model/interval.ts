// SPDX-License-Identifier: Apache-2.0

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** No chart shows more intervals; the server refuses more than 700. */
export const MAX_INTERVALS = 500;
/** An interval is at least so many pixels wide. */
const PIXELS = 2;

/** The lengths of intervals, in milliseconds, that have a short name. */
const LENGTHS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28].map((count) => count * DAY),
];

/** A span of time; the start is part of it, the end is not. */
export interface Span {
  readonly startTs: number;
  readonly endTs: number;
}

/** The shortest interval that divides a span into no more parts than a chart of this width can show. */
export function intervalFor({ startTs, endTs }: Span, pixels: number): number {
  const most = Math.max(1, Math.min(MAX_INTERVALS, Math.floor(pixels / PIXELS)));
  const least = (endTs - startTs) / most;
  return LENGTHS.find((length) => length >= least) ?? Math.ceil(least / DAY) * DAY;
}

/** A span that is divided into intervals of one length; only the last one may be shorter. */
export interface Intervals extends Span {
  readonly length: number;
}

/** The whole intervals that cover a span, so that they stay the same when the span moves on. */
export function wholeIntervals({ startTs, endTs }: Span, length: number): Intervals {
  return {
    startTs: Math.floor(startTs / length) * length,
    endTs: Math.ceil(endTs / length) * length,
    length,
  };
}

/** The interval that a time is in. */
export function intervalAt({ startTs, endTs, length }: Intervals, ts: number): Span {
  const start = startTs + Math.floor((ts - startTs) / length) * length;
  return { startTs: start, endTs: Math.min(start + length, endTs) };
}

/** The name of a length of time: "5 min". */
export function lengthText(milliseconds: number): string {
  for (const [unit, name] of [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'min'],
  ] as const) {
    if (milliseconds % unit === 0) {
      return `${milliseconds / unit} ${name}`;
    }
  }
  return `${milliseconds / SECOND} s`;
}
