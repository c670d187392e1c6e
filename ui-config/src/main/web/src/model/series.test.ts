// SPDX-License-Identifier: Apache-2.0
import { describe as suite, expect, it } from 'vitest';
import { ExactNumber, formatNumber } from './number';
import {
  columnsOf,
  formatMean,
  lonePlaces,
  seriesOfIntervals,
  seriesOfReadings,
  seriesOfStates,
  summarize,
  tickNumber,
  type Sample,
  type Series,
} from './series';

const HUGE = new ExactNumber('9007199254740993');

function readings(...samples: Sample[]): Series {
  return { places: samples, intervals: undefined };
}

suite('seriesOfReadings', () => {
  it('orders by time and drops what is no number', () => {
    const { places } = seriesOfReadings([
      { ts: 3_000, value: HUGE },
      { ts: 2_000, value: 'broken' },
      { ts: 1_500, value: 1.5 },
      { ts: 4_000, value: null },
      { ts: 5_000, value: true },
      { ts: 6_000, value: new ExactNumber('1e400') },
    ]);
    expect(places).toEqual([
      { ts: 1_500, value: 1.5 },
      { ts: 3_000, value: HUGE },
    ]);
  });

  it('breaks the line at an outage', () => {
    const times = [0, 10_000, 20_000, 30_000, 500_000, 510_000];
    const series = seriesOfReadings(times.map((ts) => ({ ts, value: 7 })));
    expect(columnsOf(series).times).toEqual([0, 10, 20, 30, 265, 500, 510]);
    expect(columnsOf(series).values).toEqual([7, 7, 7, 7, null, 7, 7]);
  });
});

suite('seriesOfIntervals', () => {
  const at = (ts: number, value: number) => ({ ts, value });

  it('joins averages and extremes, and leaves empty intervals empty', () => {
    const series = seriesOfIntervals(
      {
        averages: [at(30_000, 2), at(90_000, 3), at(270_000, 4)],
        minima: [at(270_000, 3), at(30_000, 1), at(90_000, 2)],
        maxima: [at(30_000, 5), at(90_000, 6), at(270_000, 7)],
      },
      { startTs: 0, endTs: 300_000, length: 60_000 },
    );
    expect(columnsOf(series)).toEqual({
      times: [30, 90, 180, 270],
      values: [2, 3, null, 4],
      lows: [1, 2, null, 3],
      highs: [5, 6, null, 7],
    });
    expect(summarize(series)).toEqual({ count: 3, min: 1, max: 7, mean: undefined, latest: 4 });
  });
});

suite('seriesOfStates', () => {
  it('draws the states as 0 and 1', () => {
    const series = seriesOfStates([
      { ts: 2_000, value: false },
      { ts: 1_000, value: true },
      { ts: 3_000, value: 'open' },
    ]);
    expect(columnsOf(series).values).toEqual([1, 0]);
  });

  it('keeps a state until the next change, but not over an outage of a regular device', () => {
    const changes = [0, 10, 20, 90_000].map((s, i) => ({ ts: s * 1_000, value: i % 2 === 0 }));
    expect(columnsOf(seriesOfStates(changes)).values).toEqual([1, 0, 1, 0]);
    const regular = [0, 10, 20, 90_000].map((s) => ({ ts: s * 1_000, value: true }));
    expect(columnsOf(seriesOfStates(regular)).values).toEqual([1, 1, 1, null, 1]);
  });
});

suite('lonePlaces', () => {
  it('finds what stands between gaps', () => {
    const value = 1;
    expect(
      lonePlaces({
        places: [{ ts: 0, value }, { ts: 1 }, { ts: 2, value }, { ts: 3, value }, { ts: 4 }],
        intervals: undefined,
      }),
    ).toEqual([0]);
  });
});

suite('summarize', () => {
  it('finds range, mean and latest', () => {
    const summary = summarize(
      readings({ ts: 1, value: 4 }, { ts: 2, value: -2 }, { ts: 3, value: 1 }),
    );
    expect(summary).toEqual({ count: 3, min: -2, max: 4, mean: 1, latest: 1 });
  });

  it('finds the mean of large numbers', () => {
    const places = Array.from({ length: 1_000 }, (_, ts) => ({
      ts,
      value: 2 ** 53 - (ts % 2) * 2,
    }));
    expect(summarize({ places, intervals: undefined })?.mean).toBe(2 ** 53 - 1);
  });

  it('tells numbers apart that are one double', () => {
    const summary = summarize(
      readings({ ts: 1, value: 2 ** 53 }, { ts: 2, value: HUGE }, { ts: 3, value: 2 ** 53 }),
    );
    expect(summary?.min).toBe(2 ** 53);
    expect(formatNumber(summary?.max ?? 0)).toBe('9007199254740993');
  });

  it('has nothing to say of nothing', () => {
    expect(summarize(readings())).toBeUndefined();
  });
});

suite('texts', () => {
  it('writes a mean with two decimals more than what it is the mean of', () => {
    expect(formatMean(22.483333333333334, 22.4, 22.5)).toBe('22.483');
    expect(formatMean(12345678.987654, 12345678, 12345679)).toBe('12345678.99');
    expect(formatMean(HUGE, 0, HUGE)).toBe('9007199254740993');
  });

  it('writes ticks as exactly as they stand apart', () => {
    expect(tickNumber(0.30000000000000004, 0.1)).toBe('0.3');
    expect(tickNumber(12345678.25, 0.05)).toBe('12345678.25');
    expect(tickNumber(12345680, 10)).toBe('12345680');
    expect(tickNumber(0, 0.5)).toBe('0');
  });
});
