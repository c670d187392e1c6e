// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { isSentOnChange, reachOfIntervals, reachOfReadings, withGaps } from './gaps';

function every(distance: number, count: number, start = 0): number[] {
  return Array.from({ length: count }, (_, index) => start + index * distance);
}

function gapsIn(times: readonly number[], reach: number): number[] {
  const points = times.map((ts) => ({ ts, value: 1 }));
  return withGaps(points, reach)
    .filter((point) => !('value' in point))
    .map(({ ts }) => ts);
}

describe('gaps between readings', () => {
  it('an outage is a gap in its middle', () => {
    const times = [...every(10_000, 20), ...every(10_000, 20, 600_000)];
    expect(gapsIn(times, reachOfReadings(times))).toEqual([395_000]);
  });

  it('a regular line and single late readings have none', () => {
    expect(gapsIn(every(10_000, 50), reachOfReadings(every(10_000, 50)))).toEqual([]);
    const late = [...every(10_000, 10), ...every(10_000, 10, 120_000)];
    expect(gapsIn(late, reachOfReadings(late))).toEqual([]);
  });

  it('pauses of some seconds are no outage of a fast device', () => {
    const times = [...every(100, 100), ...every(100, 100, 14_000)];
    expect(gapsIn(times, reachOfReadings(times))).toEqual([]);
    const longer = [...every(100, 100), ...every(100, 100, 16_000)];
    expect(gapsIn(longer, reachOfReadings(longer))).toHaveLength(1);
  });

  it('several outages do not become usual', () => {
    const times = [0, 1, 2, 3].flatMap((part) => every(10_000, 5, part * 1_000_000));
    expect(gapsIn(times, reachOfReadings(times))).toHaveLength(3);
  });

  it('one or two readings have no usual distance', () => {
    expect(reachOfReadings([])).toBe(Infinity);
    expect(reachOfReadings([5])).toBe(Infinity);
    expect(gapsIn([0, 900_000], reachOfReadings([0, 900_000]))).toEqual([]);
  });
});

describe('gaps between intervals', () => {
  it('one empty interval is a gap', () => {
    const middles = [30_000, 90_000, 210_000, 270_000];
    expect(gapsIn(middles, reachOfIntervals(60_000))).toEqual([150_000]);
  });
});

describe('isSentOnChange', () => {
  it('is false once a value repeats', () => {
    expect(isSentOnChange([true, false, true])).toBe(true);
    expect(isSentOnChange([true, true, false])).toBe(false);
    expect(isSentOnChange([])).toBe(true);
  });
});
