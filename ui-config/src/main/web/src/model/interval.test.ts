// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { intervalAt, intervalFor, lengthText, wholeIntervals } from './interval';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const last = (length: number) => ({ startTs: 0, endTs: length });

describe('intervalFor', () => {
  it('chooses by the length of the range and the width of the chart', () => {
    expect(lengthText(intervalFor(last(HOUR), 1_000))).toBe('10 s');
    expect(lengthText(intervalFor(last(DAY), 1_000))).toBe('5 min');
    expect(lengthText(intervalFor(last(DAY), 300))).toBe('10 min');
    expect(lengthText(intervalFor(last(7 * DAY), 1_000))).toBe('30 min');
    expect(lengthText(intervalFor(last(30 * DAY), 1_000))).toBe('2 h');
    expect(lengthText(intervalFor(last(3_650 * DAY), 1_000))).toBe('14 d');
    expect(lengthText(intervalFor(last(36_500 * DAY), 1_000))).toBe('73 d');
  });

  it('never makes more than 500 intervals, nor any narrower than two pixels', () => {
    for (let length = 1_000; length < 50_000 * DAY; length *= 1.7) {
      for (const pixels of [0, 1, 300, 800, 5_000]) {
        const parts = length / intervalFor(last(length), pixels);
        expect(parts).toBeLessThanOrEqual(500);
        expect(parts).toBeLessThanOrEqual(Math.max(1, pixels / 2));
      }
    }
  });
});

describe('wholeIntervals', () => {
  it('stay where they are while the range moves on', () => {
    const covered = wholeIntervals({ startTs: 125, endTs: 305 }, 100);
    expect(covered).toEqual({ startTs: 100, endTs: 400, length: 100 });
    expect(wholeIntervals({ startTs: 185, endTs: 365 }, 100)).toEqual(covered);
    expect(wholeIntervals({ startTs: 100, endTs: 300 }, 100)).toMatchObject({
      startTs: 100,
      endTs: 300,
    });
  });
});

describe('intervalAt', () => {
  const intervals = { startTs: 50, endTs: 310, length: 100 };

  it('finds the interval of a time, of which the last may be shorter', () => {
    expect(intervalAt(intervals, 100)).toEqual({ startTs: 50, endTs: 150 });
    expect(intervalAt(intervals, 149)).toEqual({ startTs: 50, endTs: 150 });
    expect(intervalAt(intervals, 280)).toEqual({ startTs: 250, endTs: 310 });
  });
});
