// SPDX-License-Identifier: Apache-2.0
import { isSentOnChange, reachOfIntervals, reachOfReadings, withGaps } from './gaps';
import type { Intervals } from './interval';
import {
  compareNumbers,
  decimalsOf,
  formatNumber,
  formatRounded,
  isNumber,
  toDouble,
  type NumberValue,
} from './number';
import type { Point } from './telemetry';

/** A reading of a number, or the average of an interval. */
export interface Sample {
  /** Milliseconds since 1970; of an interval, its middle. */
  readonly ts: number;
  readonly value: NumberValue;
  /** The least and the greatest reading of an interval. */
  readonly low?: NumberValue;
  readonly high?: NumberValue;
}

/** A place on the time axis; without a value, the line is broken there. */
export type Place = Sample | { readonly ts: number };

export interface Series {
  /** In ascending order of time. */
  readonly places: readonly Place[];
  /** The intervals of averages; undefined for single readings. */
  readonly intervals: Intervals | undefined;
}

/** The columns that uPlot draws. */
export interface Columns {
  /** Seconds since 1970. */
  readonly times: number[];
  readonly values: (number | null)[];
  readonly lows: (number | null)[];
  readonly highs: (number | null)[];
}

export interface SeriesSummary {
  readonly count: number;
  readonly min: NumberValue;
  readonly max: NumberValue;
  /** Undefined for averages: intervals have different numbers of readings. */
  readonly mean: number | undefined;
  readonly latest: NumberValue;
}

/** The numbers among readings, which may be in any order. */
export function seriesOfReadings(points: readonly Point[]): Series {
  const samples = samplesIn(points);
  const reach = reachOfReadings(samples.map(({ ts }) => ts));
  return { places: withGaps(samples, reach), intervals: undefined };
}

/** The states of a Boolean: 0 and 1. */
export function seriesOfStates(points: readonly Point[]): Series {
  const samples = points
    .filter((point): point is Point & { value: boolean } => typeof point.value === 'boolean')
    .map(({ ts, value }) => ({ ts, value: Number(value) }))
    .sort((a, b) => a.ts - b.ts);
  const reach = isSentOnChange(samples.map(({ value }) => value))
    ? Infinity
    : reachOfReadings(samples.map(({ ts }) => ts));
  return { places: withGaps(samples, reach), intervals: undefined };
}

export interface Aggregates {
  readonly averages: readonly Point[];
  readonly minima: readonly Point[];
  readonly maxima: readonly Point[];
}

/** The averages of intervals with their extremes. */
export function seriesOfIntervals(
  { averages, minima, maxima }: Aggregates,
  intervals: Intervals,
): Series {
  const lows = new Map(samplesIn(minima).map(({ ts, value }) => [ts, value]));
  const highs = new Map(samplesIn(maxima).map(({ ts, value }) => [ts, value]));
  const samples = samplesIn(averages).map(({ ts, value }) => ({
    ts,
    value,
    low: lows.get(ts) ?? value,
    high: highs.get(ts) ?? value,
  }));
  return { places: withGaps(samples, reachOfIntervals(intervals.length)), intervals };
}

function samplesIn(points: readonly Point[]): Sample[] {
  return points
    .flatMap(({ ts, value }) =>
      isNumber(value) && Number.isFinite(toDouble(value)) ? [{ ts, value }] : [],
    )
    .sort((a, b) => a.ts - b.ts);
}

export function isSample(place: Place | undefined): place is Sample {
  return place !== undefined && 'value' in place;
}

export function columnsOf({ places }: Series): Columns {
  const numberOf = (value: NumberValue | undefined) =>
    value === undefined ? null : toDouble(value);
  const column = (choose: (sample: Sample) => NumberValue | undefined) =>
    places.map((place) => (isSample(place) ? numberOf(choose(place)) : null));
  return {
    times: places.map(({ ts }) => ts / 1_000),
    values: column(({ value }) => value),
    lows: column(({ low }) => low),
    highs: column(({ high }) => high),
  };
}

/** The places of samples without neighbours, which no line shows. */
export function lonePlaces({ places }: Series): number[] {
  return [...places.keys()].filter(
    (index) =>
      isSample(places[index]) && !isSample(places[index - 1]) && !isSample(places[index + 1]),
  );
}

/** What a person wants to know of a series at a glance; undefined when it is empty. */
export function summarize({ places, intervals }: Series): SeriesSummary | undefined {
  const samples = places.filter(isSample);
  const latest = samples.at(-1);
  if (latest === undefined) {
    return undefined;
  }
  const { value } = latest;
  const min = samples.reduce((least, { low, value: own }) => lesser(least, low ?? own), value);
  const max = samples.reduce((most, { high, value: own }) => greater(most, high ?? own), value);
  // Differences are small where the numbers are large: their sum loses no digits.
  const base = toDouble(min);
  const above = samples.reduce((total, { value: own }) => total + (toDouble(own) - base), 0);
  return {
    count: samples.length,
    min,
    max,
    mean: intervals === undefined ? base + above / samples.length : undefined,
    latest: value,
  };
}

function lesser(a: NumberValue, b: NumberValue): NumberValue {
  return compareNumbers(b, a) < 0 ? b : a;
}

function greater(a: NumberValue, b: NumberValue): NumberValue {
  return compareNumbers(b, a) > 0 ? b : a;
}

/** A mean of numbers between two others: with at most two decimals more than they have. */
export function formatMean(mean: NumberValue, min: NumberValue, max: NumberValue): string {
  return typeof mean === 'number'
    ? formatRounded(mean, Math.max(decimalsOf(min), decimalsOf(max)) + 2)
    : formatNumber(mean);
}

/** The label of a tick on the value axis, with as many decimals as the distance of ticks needs. */
export function tickNumber(value: number, increment: number): string {
  return formatRounded(value, decimalsOf(increment));
}
