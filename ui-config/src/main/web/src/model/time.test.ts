// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { ago, exactTime, tickLabel } from './time';

const NOW = 1_800_000_000_000;

describe('ago', () => {
  it.each([
    [1_000, 1, 'second'],
    [59_999, 59, 'second'],
    [60_000, 1, 'minute'],
    [3_599_999, 59, 'minute'],
    [3_600_000, 1, 'hour'],
    [86_399_999, 23, 'hour'],
    [86_400_000, 1, 'day'],
    [400 * 86_400_000, 400, 'day'],
  ] as const)('counts an age of %i ms as %i %s', (age, count, unit) => {
    // Versions of Node.js abbreviate the units differently.
    const format = new Intl.RelativeTimeFormat('en', { style: 'narrow' });
    expect(ago(NOW - age, NOW)).toBe(format.format(-count, unit));
  });

  it.each([0, 999])('calls an age of %i ms "just now"', (age) => {
    expect(ago(NOW - age, NOW)).toBe('just now');
  });

  it('calls the future of a fast clock "just now"', () => {
    expect(ago(NOW + 90_000, NOW)).toBe('just now');
  });
});

describe('exactTime', () => {
  it('writes local time to the millisecond', () => {
    expect(exactTime(new Date(2026, 0, 2, 3, 4, 5, 6).getTime())).toBe('2026-01-02 03:04:05.006');
  });
});

describe('tickLabel', () => {
  const at = (hours: number, seconds = 0) =>
    new Date(2026, 10, 20, hours, 0, seconds).getTime() / 1_000;

  it('is as fine as the ticks are', () => {
    expect(tickLabel(at(13, 30), 30)).toBe('13:00:30');
    expect(tickLabel(at(13), 3_600)).toBe('13:00');
    expect(tickLabel(at(13), 86_400)).toBe('11-20');
    expect(tickLabel(at(13), 28 * 86_400)).toBe('2026-11');
  });

  it('names the day at midnight', () => {
    expect(tickLabel(at(0), 3_600)).toBe('11-20');
  });
});
