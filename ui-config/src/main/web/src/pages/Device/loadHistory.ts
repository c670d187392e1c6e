// SPDX-License-Identifier: Apache-2.0
import { readAggregates, readHistory, type HistoryRequest } from '../../api/telemetry';
import type { Intervals } from '../../model/interval';
import { isNumber } from '../../model/number';
import {
  seriesOfIntervals,
  seriesOfReadings,
  seriesOfStates,
  type Series,
} from '../../model/series';
import type { Point, Value } from '../../model/telemetry';

/** More readings than this are shown as averages of intervals. */
export const MAX_READINGS = 2_000;
export const MAX_TEXTS = 100;

/** How the history of a value is shown. */
export type HistoryKind = 'number' | 'state' | 'text';

export type History =
  | { readonly kind: 'number'; readonly series: Series }
  /** `complete` is false where older readings of the range are missing. */
  | { readonly kind: 'state'; readonly series: Series; readonly complete: boolean }
  | { readonly kind: 'text'; readonly points: readonly Point[]; readonly complete: boolean };

/** True if the range has no readings. */
export function isEmpty(history: History): boolean {
  return history.kind === 'text' ? history.points.length === 0 : history.series.places.length === 0;
}

export function kindOf(value: Value): HistoryKind {
  if (isNumber(value)) {
    return 'number';
  }
  return typeof value === 'boolean' ? 'state' : 'text';
}

/** The history of a key: of numbers the readings, or, if these are too many, the averages of intervals. */
export async function loadHistory(
  deviceId: string,
  request: HistoryRequest,
  kind: HistoryKind,
  intervals: Intervals,
  signal?: AbortSignal,
): Promise<History> {
  const most = kind === 'text' ? MAX_TEXTS : MAX_READINGS;
  const found = await readHistory(deviceId, request, most + 1, signal);
  const complete = found.length <= most;
  const points = found.slice(0, most);
  switch (kind) {
    case 'text':
      return { kind, points, complete };
    case 'state':
      return { kind, series: seriesOfStates(points), complete };
    case 'number':
      return complete
        ? { kind, series: seriesOfReadings(points) }
        : { kind, series: await averages(deviceId, request.key, intervals, signal) };
  }
}

async function averages(
  deviceId: string,
  key: string,
  intervals: Intervals,
  signal?: AbortSignal,
): Promise<Series> {
  const { length, ...span } = intervals;
  const [averages, minima, maxima] = await Promise.all(
    (['AVG', 'MIN', 'MAX'] as const).map((aggregation) =>
      readAggregates(deviceId, { key, ...span }, length, aggregation, signal),
    ),
  );
  return seriesOfIntervals(
    { averages: averages ?? [], minima: minima ?? [], maxima: maxima ?? [] },
    intervals,
  );
}
