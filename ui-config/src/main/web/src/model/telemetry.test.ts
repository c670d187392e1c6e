// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { changedKeys, displayValue, formatValue, latestValues, newestTs } from './telemetry';

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

  it('shortens fractions and leaves whole numbers alone', () => {
    expect(displayValue(0.1 + 0.2)).toBe('0.3');
    expect(displayValue(22.5)).toBe('22.5');
    expect(displayValue(123_456_789_012)).toBe('123456789012');
  });
});
