// SPDX-License-Identifier: Apache-2.0
import { columnsOf, lonePlaces, type Series } from './series';

/** The columns of one line in the table that all lines of a chart share. */
export interface JoinedLine {
  /** Undefined where only other lines have a place: the line goes on there. Null where it is broken. */
  readonly values: (number | null | undefined)[];
  readonly lows: (number | null | undefined)[];
  readonly highs: (number | null | undefined)[];
  /** The rows whose samples have no neighbours, which no line shows. */
  readonly lone: number[];
  /** The places of the series by row. */
  readonly places: ReadonlyMap<number, number>;
}

export interface JoinedSeries {
  /** Seconds since 1970, ascending. */
  readonly times: number[];
  readonly lines: readonly JoinedLine[];
}

/** Joins series by time: one table for all lines, with a row for each time that any of them has. */
export function joinSeries(all: readonly Series[]): JoinedSeries {
  const times = [...new Set(all.flatMap(({ places }) => places.map(({ ts }) => ts)))].sort(
    (a, b) => a - b,
  );
  const rows = new Map(times.map((ts, row) => [ts, row]));
  return {
    times: times.map((ts) => ts / 1_000),
    lines: all.map((series) => joined(series, rows)),
  };
}

function joined(series: Series, rows: ReadonlyMap<number, number>): JoinedLine {
  const columns = columnsOf(series);
  const rowOf = series.places.map(({ ts }) => rows.get(ts) ?? 0);
  const spread = (column: readonly (number | null)[]) => {
    const values = new Array<number | null | undefined>(rows.size).fill(undefined);
    column.forEach((value, place) => {
      values[rowOf[place] ?? 0] = value;
    });
    return values;
  };
  return {
    values: spread(columns.values),
    lows: spread(columns.lows),
    highs: spread(columns.highs),
    lone: lonePlaces(series).map((place) => rowOf[place] ?? 0),
    places: new Map(rowOf.map((row, place) => [row, place])),
  };
}
