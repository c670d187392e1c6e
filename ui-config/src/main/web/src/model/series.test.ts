// SPDX-License-Identifier: Apache-2.0
import { describe as suite, expect, it } from 'vitest';
import { describe, summarize, toSeries } from './series';

suite('toSeries', () => {
  it('orders by time, counts in seconds and drops what is no number', () => {
    const series = toSeries([
      { ts: 3_000, value: 3 },
      { ts: 2_000, value: 'broken' },
      { ts: 1_500, value: 1.5 },
      { ts: 4_000, value: null },
      { ts: 5_000, value: true },
    ]);
    expect(series).toEqual({ times: [1.5, 3], values: [1.5, 3] });
  });
});

suite('summarize', () => {
  it('finds range, mean and latest', () => {
    const summary = summarize({ times: [1, 2, 3], values: [4, -2, 1] });
    expect(summary).toEqual({ count: 3, min: -2, max: 4, mean: 1, latest: 1 });
  });

  it('has nothing to say of nothing', () => {
    expect(summarize({ times: [], values: [] })).toBeUndefined();
  });
});

suite('describe', () => {
  it('puts the chart into a sentence', () => {
    const summary = { count: 1, min: 22.5, max: 22.5, mean: 22.5, latest: 22.5 };
    expect(describe('temperature', 'the last hour', summary)).toBe(
      'Line chart of temperature in the last hour: 1 point, from 22.5 to 22.5, latest 22.5',
    );
  });
});
