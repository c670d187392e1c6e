// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  customRange,
  inputText,
  isCustom,
  nameRange,
  rangeIn,
  rangeReaching,
  RECENT_RANGES,
  sameRange,
  spanOf,
} from './range';

const HOUR = 3_600_000;
const in1h = rangeIn(new URLSearchParams());

describe('the range in an address', () => {
  it('is the last hour where the address names none that exists', () => {
    expect(in1h.id).toBe('1h');
    for (const query of [
      'range=1y',
      'range=custom',
      'range=custom&from=2026-01-02&to=2026-01-01',
    ]) {
      expect(rangeIn(new URLSearchParams(query))).toBe(in1h);
    }
  });

  it('is found again', () => {
    const custom = customRange(Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2, 12, 30));
    for (const range of [...RECENT_RANGES, custom]) {
      expect(rangeIn(nameRange(new URLSearchParams(), range))).toEqual(range);
    }
  });

  it('leaves the rest of the address alone, and nothing of an earlier range', () => {
    const custom = nameRange(new URLSearchParams('key=t'), customRange(0, HOUR));
    expect(custom.toString()).toBe(
      'key=t&range=custom&from=1970-01-01T00%3A00%3A00.000Z&to=1970-01-01T01%3A00%3A00.000Z',
    );
    expect(nameRange(custom, in1h).toString()).toBe('key=t&range=1h');
  });
});

describe('spanOf', () => {
  it('ends now, or where a custom range does', () => {
    expect(spanOf(in1h, 5 * HOUR)).toEqual({ startTs: 4 * HOUR, endTs: 5 * HOUR });
    const custom = customRange(HOUR, 2 * HOUR);
    expect(isCustom(custom)).toBe(true);
    expect(spanOf(custom, 5 * HOUR)).toMatchObject({ startTs: HOUR, endTs: 2 * HOUR });
  });
});

describe('sameRange', () => {
  it('compares dates of custom ranges and ids of others', () => {
    expect(sameRange(in1h, in1h)).toBe(true);
    expect(sameRange(in1h, customRange(0, HOUR))).toBe(false);
    expect(sameRange(customRange(0, HOUR), customRange(0, HOUR))).toBe(true);
    expect(sameRange(customRange(0, HOUR), customRange(1, HOUR))).toBe(false);
  });
});

describe('rangeReaching', () => {
  it('finds the shortest range that reaches back far enough', () => {
    const now = 1_000 * 24 * HOUR;
    expect(rangeReaching(now - 1, now)?.id).toBe('15m');
    expect(rangeReaching(now - HOUR, now)?.id).toBe('1h');
    expect(rangeReaching(now - HOUR - 1, now)?.id).toBe('24h');
    expect(rangeReaching(now - 8 * 24 * HOUR, now)?.id).toBe('30d');
    expect(rangeReaching(now - 31 * 24 * HOUR, now)).toBeUndefined();
  });
});

describe('inputText', () => {
  it('is what an input for date and time reads', () => {
    expect(new Date(inputText(Date.UTC(2026, 10, 20, 12, 35))).getTime()).toBe(
      Date.UTC(2026, 10, 20, 12, 35),
    );
  });
});
