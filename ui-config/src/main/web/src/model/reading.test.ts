// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { joinSeries } from './chartData';
import { messageTime, nearestLine, neighboursOf, readingAt, readingTimes } from './reading';
import type { Series } from './series';

const READINGS: Series = {
  places: [{ ts: 1_000, value: 1 }, { ts: 2_000 }, { ts: 3_000, value: 3 }],
  intervals: undefined,
};
const AVERAGES: Series = {
  places: [{ ts: 1_500, value: 1, low: 0, high: 2 }],
  intervals: { startTs: 1_000, endTs: 2_000, length: 1_000 },
};

describe('the readings of a series', () => {
  it('are its values without the gaps', () => {
    expect(readingTimes(READINGS)).toEqual([1_000, 3_000]);
  });

  it('are none where it has averages', () => {
    expect(readingTimes(AVERAGES)).toEqual([]);
  });
});

describe('the reading in a row of the chart', () => {
  const all = [READINGS, AVERAGES];
  const { times, lines } = joinSeries(all);

  function at(line: number, time: number): number | undefined {
    const [series, joined] = [all[line], lines[line]];
    if (series === undefined || joined === undefined) {
      throw new Error(`no line ${line}`);
    }
    return readingAt(series, joined, times.indexOf(time));
  }

  it('is that of its line', () => {
    expect(at(0, 1)).toBe(1_000);
    expect(at(0, 3)).toBe(3_000);
  });

  it('is missing in a gap, and where only another line has a point', () => {
    expect(at(0, 2)).toBeUndefined();
    expect(at(0, 1.5)).toBeUndefined();
  });

  it('is missing where the point is an average', () => {
    expect(at(1, 1.5)).toBeUndefined();
  });
});

describe('the line of a click', () => {
  it('is the nearest one that has a point there', () => {
    expect(nearestLine([30, undefined, 4, 7])).toBe(2);
  });

  it('is the first of two that are as near', () => {
    expect(nearestLine([4, 4])).toBe(0);
  });

  it('is missing where no line has a point', () => {
    expect(nearestLine([undefined, undefined])).toBeUndefined();
    expect(nearestLine([])).toBeUndefined();
  });
});

describe('the neighbours of a reading', () => {
  it('are the next ones in time', () => {
    expect(neighboursOf([1, 2, 3], 2)).toEqual({ earlier: 1, later: 3 });
  });

  it('are missing at the ends', () => {
    expect(neighboursOf([1, 2], 1)).toEqual({ earlier: undefined, later: 2 });
    expect(neighboursOf([1, 2], 2)).toEqual({ earlier: 1, later: undefined });
  });

  it('are found for a reading that has left the chart', () => {
    expect(neighboursOf([5, 6], 2)).toEqual({ earlier: undefined, later: 5 });
  });
});

describe('the time of a message', () => {
  it('is in its id', () => {
    // The example of RFC 9562, appendix A.6.
    expect(messageTime('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')).toBe(
      Date.parse('2022-02-22T19:22:22.000Z'),
    );
  });

  it('is not in the id of a part of a split message', () => {
    expect(messageTime('5df41881-3aed-3515-88a7-2f4a814cf09e')).toBeUndefined();
  });
});
