// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { ExactNumber } from './number';
import {
  changedKeys,
  compareNames,
  compareValues,
  formatValue,
  latestValues,
  newestTs,
  type Value,
} from './telemetry';

describe('latestValues', () => {
  it('orders by key and leaves out keys without a value', () => {
    const values = latestValues({
      temperature: [{ ts: 2, value: 22.5 }],
      humidity: [{ ts: 1, value: 40 }],
      never: [{ ts: 3, value: null }],
      empty: [],
    });
    expect(values).toEqual([
      { key: 'humidity', ts: 1, value: 40 },
      { key: 'temperature', ts: 2, value: 22.5 },
    ]);
    expect(newestTs(values)).toBe(2);
  });

  it('knows no newest time of nothing', () => {
    expect(newestTs([])).toBeUndefined();
  });
});

describe('changedKeys', () => {
  const at = (ts: number, value: number | object) => [{ key: 'k', ts, value }];

  it('marks nothing on the first answer', () => {
    expect(changedKeys(undefined, at(1, 1))).toEqual(new Set());
  });

  it('marks a new key, a new value and a repeated value of a later time', () => {
    expect(changedKeys([], at(1, 1))).toEqual(new Set(['k']));
    expect(changedKeys(at(1, 1), at(1, 2))).toEqual(new Set(['k']));
    expect(changedKeys(at(1, 1), at(2, 1))).toEqual(new Set(['k']));
  });

  it('does not mark what stayed, objects included', () => {
    expect(changedKeys(at(1, { a: 1 }), at(1, { a: 1 }))).toEqual(new Set());
  });
});

describe('formatting', () => {
  it('writes every type in one line', () => {
    expect(formatValue(true)).toBe('true');
    expect(formatValue('on')).toBe('on');
    expect(formatValue({ lat: 1, fix: [2] })).toBe('{"lat":1,"fix":[2]}');
    expect(formatValue(null)).toBe('null');
  });

  it('writes all digits of a number, also inside of JSON', () => {
    const huge = new ExactNumber('9007199254740993');
    expect(formatValue(huge)).toBe('9007199254740993');
    expect(formatValue(12345678.25)).toBe('12345678.25');
    expect(formatValue({ counter: [huge] })).toBe('{"counter":[9007199254740993]}');
  });
});

describe('order', () => {
  it('orders numbers by size, then booleans, texts and objects', () => {
    const huge = new ExactNumber('9007199254740993');
    const values: Value[] = ['b', huge, 10, { a: 1 }, 2 ** 53, 'a', 9, true, false, -1];
    expect(values.toSorted(compareValues)).toEqual([
      -1,
      9,
      10,
      2 ** 53,
      huge,
      false,
      true,
      'a',
      'b',
      { a: 1 },
    ]);
  });

  it('orders names by the numbers in them', () => {
    expect(['s10', 's9', 'S1', 'a'].toSorted(compareNames)).toEqual(['a', 'S1', 's9', 's10']);
  });
});
