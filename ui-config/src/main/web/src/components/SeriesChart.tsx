// SPDX-License-Identifier: Apache-2.0
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import { joinSeries } from '../model/chartData';
import { readingAt, type Reading } from '../model/reading';
import type { Series } from '../model/series';
import { ChartLegend } from './ChartLegend';
import { CHART_HEIGHT, chartOptions, columnOf, type LoneRows } from './chartOptions';
import classes from './SeriesChart.module.css';

/** A shorter selection, in milliseconds, is no zoom. */
const LEAST_ZOOM_MS = 1_000;

/** A line of a chart. */
export interface ChartLine {
  readonly key: string;
  /** Empty if the key has none. */
  readonly unit: string;
  /** The number of its style. */
  readonly style: number;
  readonly series: Series;
}

interface SeriesChartProps {
  readonly lines: readonly ChartLine[];
  /** Whether the values are the states of a Boolean. */
  readonly states: boolean;
  /** The ends of the time axis in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The chart in words. */
  readonly description: string;
  /** Called with a span of time in milliseconds that was selected by dragging. */
  readonly onZoom: (from: number, to: number) => void;
  /** Called on a double click. */
  readonly onReset: () => void;
  /** Called on a click on a single reading; undefined if readings lead nowhere. */
  readonly onReading: ((reading: Reading) => void) | undefined;
}

/** A line chart as wide as its place. A line has a gap where its series has one. Lines with one unit share a scale. */
export function SeriesChart(props: SeriesChartProps) {
  const { lines, states, from, to, description, onZoom, onReset, onReading } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const lone = useRef<LoneRows>([]);
  const colorScheme = useComputedColorScheme('light');
  const [pointed, setPointed] = useState<readonly (number | null)[]>([]);
  // New values alone make no new chart.
  const shape = JSON.stringify(lines.map(({ unit, style }) => ({ unit, style })));
  const joined = useMemo(() => joinSeries(lines.map(({ series }) => series)), [lines]);

  const zoom = useEffectEvent((start: number, end: number) => {
    if (end - start >= LEAST_ZOOM_MS) {
      onZoom(start, end);
    }
  });
  const reset = useEffectEvent(() => onReset());
  const read = useEffectEvent((index: number, row: number) => {
    const [line, drawn] = [lines[index], joined.lines[index]];
    const ts = line && drawn && readingAt(line.series, drawn, row);
    if (line !== undefined && ts !== undefined) {
      onReading?.({ key: line.key, ts });
    }
  });

  useEffect(() => {
    const element = place.current;
    if (element === null) {
      return undefined;
    }
    const drawn = JSON.parse(shape) as readonly Pick<ChartLine, 'unit' | 'style'>[];
    const options = chartOptions(element, {
      lines: drawn,
      states,
      dark: colorScheme === 'dark',
      lone,
      onPointed: setPointed,
      onZoom: (start, end) => zoom(start, end),
      onReset: () => reset(),
      onPoint: (line, row) => read(line, row),
    });
    const empty = Array.from({ length: columnOf(drawn.length) }, () => [] as number[]);
    const chart = new uPlot(options, empty as unknown as uPlot.AlignedData, element);
    plot.current = chart;
    const resized = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height: CHART_HEIGHT });
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
      plot.current = null;
    };
    // The canvas takes its colours when it is made.
  }, [colorScheme, states, shape]);

  useEffect(() => {
    lone.current = joined.lines.map((line) => line.lone);
    const columns = joined.lines.flatMap(({ values, lows, highs }) => [values, lows, highs]);
    plot.current?.batch(() => {
      plot.current?.setData([joined.times, ...columns], false);
      plot.current?.setScale('x', { min: from / 1_000, max: to / 1_000 });
    });
  }, [joined, from, to, colorScheme, states, shape]);

  return (
    <figure className={classes.figure}>
      <div ref={place} role="img" aria-label={description} />
      <ChartLegend lines={lines} states={states} joined={joined} pointed={pointed} />
    </figure>
  );
}
