// SPDX-License-Identifier: Apache-2.0
import type { Span } from './interval';
import { exactTime } from './time';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time that ends now and that a chart shows. */
export interface RecentRange {
  readonly id: string;
  readonly label: string;
  /** For a sentence: "readings in the last hour". */
  readonly phrase: string;
  readonly length: number;
  /** How often the chart asks for new points. */
  readonly refresh: number;
}

/** A span of time between two dates. */
export interface CustomRange extends Span {
  readonly id: typeof CUSTOM;
  readonly phrase: string;
}

export type TimeRange = RecentRange | CustomRange;

export const CUSTOM = 'custom';

const LAST_HOUR: RecentRange = {
  id: '1h',
  label: '1 h',
  phrase: 'in the last hour',
  length: HOUR,
  refresh: 2 * SECOND,
};

export const RECENT_RANGES: readonly RecentRange[] = [
  LAST_HOUR,
  { id: '24h', label: '24 h', phrase: 'in the last 24 hours', length: DAY, refresh: 30 * SECOND },
  { id: '7d', label: '7 d', phrase: 'in the last 7 days', length: 7 * DAY, refresh: MINUTE },
  {
    id: '30d',
    label: '30 d',
    phrase: 'in the last 30 days',
    length: 30 * DAY,
    refresh: 5 * MINUTE,
  },
];

export function isCustom(range: TimeRange): range is CustomRange {
  return range.id === CUSTOM;
}

export function customRange(startTs: number, endTs: number): CustomRange {
  const phrase = `from ${minuteText(startTs)} to ${minuteText(endTs)}`;
  return { id: CUSTOM, startTs, endTs, phrase };
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
