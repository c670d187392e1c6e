// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { runsOf, timeIn, timeText } from './times';

it.each([
  [0, '00:00'],
  [30_600_000, '08:30'],
  [86_399_000, '23:59:59'],
])('%d milliseconds since midnight are %s', (time, text) => {
  expect(timeText(time)).toBe(text);
  expect(timeIn(text)).toBe(time);
});

it('the end of the day is written as its start', () => {
  expect(timeText(86_400_000)).toBe('00:00');
});

it('a missing time is an empty text', () => {
  expect(timeText(null)).toBe('');
  expect(timeIn('')).toBeNull();
});

it('consecutive days are joined', () => {
  expect(runsOf([6, 1, 3, 2])).toEqual([
    [1, 3],
    [6, 6],
  ]);
  expect(runsOf([])).toEqual([]);
});
