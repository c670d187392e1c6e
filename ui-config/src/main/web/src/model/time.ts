// SPDX-License-Identifier: Apache-2.0
import { i18n } from '../i18n/i18n';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long before `now` something happened, in one unit and in the language of the UI; both in milliseconds since 1970.
 * The clock of a device may be ahead of the browser's: what has not happened yet happened "just now".
 */
export function ago(ts: number, now: number): string {
  const age = now - ts;
  if (age < SECOND) {
    return i18n.t('common.justNow');
  }
  if (age < MINUTE) {
    return unitsAgo(age / SECOND, 'second');
  }
  if (age < HOUR) {
    return unitsAgo(age / MINUTE, 'minute');
  }
  if (age < DAY) {
    return unitsAgo(age / HOUR, 'hour');
  }
  return unitsAgo(age / DAY, 'day');
}

function unitsAgo(age: number, unit: Intl.RelativeTimeFormatUnit): string {
  const format = new Intl.RelativeTimeFormat(i18n.language, { style: 'narrow' });
  return format.format(-Math.floor(age), unit);
}

/**
 * Date and time to the millisecond in the browser's time zone: `2026-11-20 12:35:23.042`. All languages write it like
 * this, so that it can be compared with logs and answers of the API.
 */
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
  if (increment * SECOND >= 28 * DAY) {
    return date.slice(0, 7);
  }
  if (clock.startsWith('00:00:00') || increment * SECOND >= DAY) {
    return date.slice(5);
  }
  return increment * SECOND >= MINUTE ? clock.slice(0, 5) : clock.slice(0, 8);
}
