// SPDX-License-Identifier: Apache-2.0
import { t } from 'i18next';
import { describe, expect, it } from 'vitest';
import '../i18n/i18n';
import { ExactNumber } from '../model/number';
import { customRange, rangeIn } from '../model/range';
import { seriesOfStates } from '../model/series';
import { describeLines, describeStates, phraseOf, sampleText } from './chartTexts';

const HUGE = new ExactNumber('9007199254740993');
const summary = { count: 1, min: 22.5, max: 12345678.25, mean: 22.5, latest: 22.5 };

describe('the texts of charts', () => {
  it('put a line into a sentence', () => {
    const line = { key: 'temperature', unit: '', summary, latest: 12345678.25 };
    expect(describeLines(t, 'in the last hour', [line])).toBe(
      'Line chart of temperature in the last hour: 1 point, from 22.5 to 12345678.25, latest 12345678.25',
    );
  });

  it('put several lines into a sentence each, with their units', () => {
    const lines = [
      { key: 't', unit: '°C', summary: { ...summary, max: 23 }, latest: 22.5 },
      { key: 'h', unit: '', summary: { ...summary, count: 2, max: 23 }, latest: undefined },
    ];
    expect(describeLines(t, 'in the last hour', lines)).toBe(
      'Line chart in the last hour of t: 1 point, from 22.5 to 23 °C, latest 22.5 °C; h: 2 points, from 22.5 to 23',
    );
  });

  it('count the changes of a state', () => {
    const series = seriesOfStates([
      { ts: 2_000, value: false },
      { ts: 1_000, value: true },
    ]);
    expect(describeStates(t, 'open', 'in the last hour', series)).toBe(
      'Step chart of open in the last hour: 1 change, latest false',
    );
  });

  it('write a reading exactly and an interval with its extremes', () => {
    expect(sampleText(t, { ts: 0, value: HUGE })).toBe('9007199254740993');
    expect(sampleText(t, { ts: 0, value: 1.23456, low: 1, high: 2.5 }, 'V')).toBe(
      '1.235 V (1 to 2.5)',
    );
  });

  it('name a range', () => {
    expect(phraseOf(t, rangeIn(new URLSearchParams('range=15m')))).toBe('in the last 15 minutes');
    expect(phraseOf(t, customRange(0, 60_000))).toMatch(/^from 19.* to 19/);
  });
});
