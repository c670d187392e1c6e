// SPDX-License-Identifier: Apache-2.0
import { shortNumber, type Point } from './telemetry';

/** The numbers of one key in ascending order of time, in the two columns that uPlot wants. */
export interface Series {
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export interface SeriesSummary {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly latest: number;
}

/** The finite numbers among the points, which may be in any order. */
export function toSeries(points: readonly Point[]): Series {
  const numbers = points
    .filter((point): point is Point & { value: number } => Number.isFinite(point.value))
    .sort((a, b) => a.ts - b.ts);
  return {
    times: numbers.map((point) => point.ts / 1_000),
    values: numbers.map((point) => point.value),
  };
}

/** What a person wants to know of a series at a glance; undefined when it is empty. */
export function summarize({ values }: Series): SeriesSummary | undefined {
  const latest = values.at(-1);
  if (latest === undefined) {
    return undefined;
  }
  let min = latest;
  let max = latest;
  let sum = 0;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }
  return { count: values.length, min, max, mean: sum / values.length, latest };
}

/** The chart in words, for those who cannot see it. */
export function describe(key: string, phrase: string, summary: SeriesSummary): string {
  const { count, min, max, latest } = summary;
  const points = count === 1 ? '1 point' : `${count} points`;
  return (
    `Line chart of ${key} in ${phrase}: ${points}, ` +
    `from ${shortNumber(min)} to ${shortNumber(max)}, latest ${shortNumber(latest)}`
  );
}
