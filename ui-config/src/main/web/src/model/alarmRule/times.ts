// SPDX-License-Identifier: Apache-2.0
import { isNumber, toDouble, type NumberValue } from '../number';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * A time of the day as inputs have it: `08:30`, with seconds only if it has some; empty if it is missing. The end of the
 * day is `00:00`.
 */
export function timeText(sinceMidnight: NumberValue | null | undefined): string {
  if (!isNumber(sinceMidnight)) {
    return '';
  }
  const time = toDouble(sinceMidnight) % (24 * HOUR);
  const seconds = Math.floor((time % MINUTE) / SECOND);
  const parts = [Math.floor(time / HOUR), Math.floor((time % HOUR) / MINUTE)];
  return (seconds === 0 ? parts : [...parts, seconds])
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Milliseconds since midnight; null if the text is no time. */
export function timeIn(text: string): number | null {
  const parts = /^(\d\d):(\d\d)(?::(\d\d))?/.exec(text);
  if (parts === null) {
    return null;
  }
  const [, hours, minutes, seconds = '0'] = parts;
  return Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
}

/** Consecutive days of the week together: 1, 2, 3 and 6 are 1 to 3, and 6. */
export function runsOf(days: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  return sorted.reduce<readonly (readonly [number, number])[]>((runs, day) => {
    const last = runs.at(-1);
    return last?.[1] === day - 1
      ? [...runs.slice(0, -1), [last[0], day] as const]
      : [...runs, [day, day] as const];
  }, []);
}
