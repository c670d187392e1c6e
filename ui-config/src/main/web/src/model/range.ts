// SPDX-License-Identifier: Apache-2.0
import type { Span } from './interval';
import { exactTime } from './time';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type RecentRangeId = '15m' | '1h' | '24h' | '7d' | '30d';

/** A span of time that ends now and that a chart shows. */
export interface RecentRange {
  readonly id: RecentRangeId;
  readonly length: number;
  /** How often the chart asks for new points. */
  readonly refresh: number;
}

/** A span of time between two dates. */
export interface CustomRange extends Span {
  readonly id: typeof CUSTOM;
}

export type TimeRange = RecentRange | CustomRange;

export const CUSTOM = 'custom';

const LAST_HOUR: RecentRange = { id: '1h', length: HOUR, refresh: 2 * SECOND };

export const RECENT_RANGES: readonly RecentRange[] = [
  { id: '15m', length: 15 * MINUTE, refresh: 2 * SECOND },
  LAST_HOUR,
  { id: '24h', length: DAY, refresh: 30 * SECOND },
  { id: '7d', length: 7 * DAY, refresh: MINUTE },
  { id: '30d', length: 30 * DAY, refresh: 5 * MINUTE },
];

export function isCustom(range: TimeRange): range is CustomRange {
  return range.id === CUSTOM;
}

export function sameRange(a: TimeRange, b: TimeRange): boolean {
  return isCustom(a) && isCustom(b)
    ? a.startTs === b.startTs && a.endTs === b.endTs
    : a.id === b.id;
}

export function customRange(startTs: number, endTs: number): CustomRange {
  return { id: CUSTOM, startTs, endTs };
}

/** The range that an address names; the last hour if it names none. */
export function rangeIn(params: URLSearchParams): TimeRange {
  const id = params.get('range');
  if (id === CUSTOM) {
    const startTs = Date.parse(params.get('from') ?? '');
    const endTs = Date.parse(params.get('to') ?? '');
    return startTs < endTs ? customRange(startTs, endTs) : LAST_HOUR;
  }
  return RECENT_RANGES.find((range) => range.id === id) ?? LAST_HOUR;
}

/** Names a range in an address; dates are in UTC, so that the address means the same everywhere. */
export function nameRange(params: URLSearchParams, range: TimeRange): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('range', range.id);
  next.delete('from');
  next.delete('to');
  if (isCustom(range)) {
    next.set('from', new Date(range.startTs).toISOString());
    next.set('to', new Date(range.endTs).toISOString());
  }
  return next;
}

export function spanOf(range: TimeRange, now: number): Span {
  return isCustom(range) ? range : { startTs: now - range.length, endTs: now };
}

/** The shortest range that reaches back to `ts`, or undefined where none does. */
export function rangeReaching(ts: number, now: number): RecentRange | undefined {
  return RECENT_RANGES.find((range) => now - range.length <= ts);
}

/** Date and time to the minute in the browser's time zone: `2026-11-20 12:35`. */
export function minuteText(ts: number): string {
  return exactTime(ts).slice(0, 16);
}

/** The same as the value of an input for date and time. */
export function inputText(ts: number): string {
  return minuteText(ts).replace(' ', 'T');
}
