// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { joinSeries } from './chartData';
import type { Series } from './series';

function series(...places: Series['places']): Series {
  return { places, intervals: undefined };
}

it('joins lines by time: a line goes on where only another one has a point', () => {
  const { times, lines } = joinSeries([
    series({ ts: 1_000, value: 1 }, { ts: 3_000, value: 3 }),
    series(
      { ts: 1_000, value: 10 },
      { ts: 2_000 },
      { ts: 3_000, value: 30 },
      { ts: 4_500, value: 5 },
    ),
  ]);
  expect(times).toEqual([1, 2, 3, 4.5]);
  expect(lines[0]?.values).toEqual([1, undefined, 3, undefined]);
  expect(lines[0]?.lows).toEqual([null, undefined, null, undefined]);
  expect(lines[1]?.values).toEqual([10, null, 30, 5]);
  expect(lines[0]?.places.get(2)).toBe(1);
  expect(lines[0]?.places.get(1)).toBeUndefined();
  expect(lines[1]?.lone).toEqual([0]);
});

it('leaves a single line as it is', () => {
  const { times, lines } = joinSeries([
    series({ ts: 1_000, value: 1, low: 0, high: 2 }, { ts: 2_000 }),
  ]);
  expect(times).toEqual([1, 2]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    values: [1, null],
    lows: [0, null],
    highs: [2, null],
    lone: [0],
  });
});
