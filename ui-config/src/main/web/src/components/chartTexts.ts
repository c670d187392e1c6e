// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import { intervalAt, type Intervals } from '../model/interval';
import { formatNumber, type NumberValue } from '../model/number';
import { isCustom, minuteText, type TimeRange } from '../model/range';
import {
  formatMean,
  isSample,
  type Sample,
  type Series,
  type SeriesSummary,
} from '../model/series';
import { exactTime } from '../model/time';
import { withUnitText } from '../model/units';

/** A range for a sentence: "readings in the last hour". */
export function phraseOf(t: TFunction, range: TimeRange): string {
  return isCustom(range)
    ? t('device.range.fromTo', { from: minuteText(range.startTs), to: minuteText(range.endTs) })
    : t(`device.range.phrase.${range.id}`);
}

/** The value of a sample with its unit: of an interval, the average with its extremes. */
export function sampleText(t: TFunction, { value, low, high }: Sample, unit = ''): string {
  if (low === undefined || high === undefined) {
    return withUnitText(formatNumber(value), unit);
  }
  return t('device.chart.average', {
    mean: withUnitText(formatMean(value, low, high), unit),
    low: formatNumber(low),
    high: formatNumber(high),
  });
}

/** When a sample was taken: of an average, the interval. */
export function sampleTime(t: TFunction, ts: number, intervals: Intervals | undefined): string {
  if (intervals === undefined) {
    return exactTime(ts);
  }
  const { startTs, endTs } = intervalAt(intervals, ts);
  return t('device.chart.interval', {
    from: exactTime(startTs).slice(0, 19),
    to: exactTime(endTs).slice(0, 19),
  });
}

/** A line of a chart in words. */
export interface LineSummary {
  readonly key: string;
  readonly unit: string;
  readonly summary: SeriesSummary;
  /** Undefined where the series has averages only. */
  readonly latest: NumberValue | undefined;
}

/** A chart of numbers in words, for those who cannot see it. */
export function describeLines(t: TFunction, phrase: string, lines: readonly LineSummary[]): string {
  const [first] = lines;
  if (lines.length === 1 && first !== undefined) {
    return t('device.chart.ofKey', { key: first.key, phrase, line: lineText(t, first) });
  }
  return t('device.chart.ofKeys', {
    phrase,
    lines: lines.map((line) => `${line.key}: ${lineText(t, line)}`).join('; '),
  });
}

function lineText(t: TFunction, { unit, summary: { min, max, count }, latest }: LineSummary) {
  const points = t('device.chart.points', {
    count,
    min: formatNumber(min),
    max: withUnitText(formatNumber(max), unit),
  });
  return latest === undefined
    ? points
    : t('device.chart.withLatest', { points, latest: withUnitText(formatNumber(latest), unit) });
}

/** The chart of a Boolean in words. */
export function describeStates(
  t: TFunction,
  key: string,
  phrase: string,
  { places }: Series,
): string {
  const states = places.filter(isSample).map(({ value }) => value);
  const count = states.filter((state, index) => index > 0 && state !== states[index - 1]).length;
  const latest = states.at(-1) === 1 ? 'true' : 'false';
  return t('device.chart.ofStates', { key, phrase, count, latest });
}
