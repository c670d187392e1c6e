// SPDX-License-Identifier: Apache-2.0

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long before `now` something happened, in one unit; both in milliseconds since 1970. The clock of a device may be
 * ahead of the browser's: what has not happened yet happened "just now".
 */
export function ago(ts: number, now: number): string {
  const age = now - ts;
  if (age < SECOND) {
    return 'just now';
  }
  if (age < MINUTE) {
    return `${Math.floor(age / SECOND)} s ago`;
  }
  if (age < HOUR) {
    return `${Math.floor(age / MINUTE)} min ago`;
  }
  if (age < DAY) {
    return `${Math.floor(age / HOUR)} h ago`;
  }
  return `${Math.floor(age / DAY)} d ago`;
}

/** Date and time to the millisecond in the browser's time zone: `2026-11-20 12:35:23.042`. */
export function exactTime(ts: number): string {
  const at = new Date(ts);
  const pad = (n: number, width = 2) => String(n).padStart(width, '0');
  const date = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
  return `${date} ${time}.${pad(at.getMilliseconds(), 3)}`;
}

/** The label of a tick on a time axis; both in seconds, as uPlot counts. Midnight is called by its date. */
export function tickLabel(time: number, increment: number): string {
  const [date, clock] = exactTime(time * SECOND).split(' ') as [string, string];
  if (clock.startsWith('00:00:00') || increment * SECOND >= DAY) {
    return date.slice(5);
  }
  return increment * SECOND >= MINUTE ? clock.slice(0, 5) : clock.slice(0, 8);
}

/** A span of time that ends now and that a chart shows. */
export interface TimeRange {
  readonly id: string;
  readonly label: string;
  /** For a sentence: "in the last 5 minutes". */
  readonly phrase: string;
  readonly length: number;
  /** How often the chart asks for new points. */
  readonly refresh: number;
}

const FIVE_MINUTES: TimeRange = {
  id: '5m',
  label: '5 min',
  phrase: 'the last 5 minutes',
  length: 5 * MINUTE,
  refresh: 2 * SECOND,
};

export const TIME_RANGES: readonly TimeRange[] = [
  FIVE_MINUTES,
  { id: '1h', label: '1 h', phrase: 'the last hour', length: HOUR, refresh: 2 * SECOND },
  { id: '24h', label: '24 h', phrase: 'the last 24 hours', length: DAY, refresh: 30 * SECOND },
  { id: '7d', label: '7 d', phrase: 'the last 7 days', length: 7 * DAY, refresh: MINUTE },
];

/** The range of that id; five minutes for an unknown one. */
export function timeRange(id: string | null): TimeRange {
  return TIME_RANGES.find((range) => range.id === id) ?? FIVE_MINUTES;
}

/** The shortest range that reaches back to `ts`, or undefined where none does. */
export function rangeReaching(ts: number, now: number): TimeRange | undefined {
  return TIME_RANGES.find((range) => now - range.length <= ts);
}
