// SPDX-License-Identifier: Apache-2.0
import { Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import uPlot from 'uplot';
import { intervalAt, type Intervals } from '../model/interval';
import {
  columnsOf,
  isSample,
  lonePlaces,
  sampleText,
  tickNumber,
  type Sample,
  type Series,
} from '../model/series';
import { exactTime, tickLabel } from '../model/time';
import classes from './SeriesChart.module.css';

const HEIGHT = 300;
/** More points than this stand too close for dots of their own. */
const MAX_DOTS = 120;
const DOT_SIZE = 5;
/** How far from the pointer, in pixels, a point is that it shows. */
const POINTER_REACH = 24;
/** The index of the column that the line shows; those of the extremes follow it. */
const VALUES = 1;

interface SeriesChartProps {
  readonly series: Series;
  /** Whether the values are the states of a Boolean. */
  readonly states: boolean;
  /** The ends of the time axis in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The chart in words. */
  readonly description: string;
}

/** A line chart as wide as its place. The line has a gap where the series has one. */
export function SeriesChart({ series, states, from, to, description }: SeriesChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const lone = useRef<number[]>([]);
  const colorScheme = useComputedColorScheme('light');
  const [pointed, setPointed] = useState<number | null>(null);

  useEffect(() => {
    const element = place.current;
    if (element === null) {
      return undefined;
    }
    const options = optionsFor(element, states, lone, setPointed);
    const chart = new uPlot(options, [[], [], [], []], element);
    plot.current = chart;
    const resized = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
      plot.current = null;
    };
    // The canvas takes its colours when it is made.
  }, [colorScheme, states]);

  useEffect(() => {
    const { times, values, lows, highs } = columnsOf(series);
    lone.current = lonePlaces(series);
    plot.current?.batch(() => {
      plot.current?.setData([times, values, lows, highs], false);
      plot.current?.setScale('x', { min: from / 1_000, max: to / 1_000 });
    });
  }, [series, from, to, colorScheme, states]);

  const sample = pointed === null ? undefined : series.places[pointed];
  return (
    <figure className={classes.figure}>
      <div ref={place} role="img" aria-label={description} />
      <Text component="figcaption" size="xs" c="dimmed" mih="1.2rem" aria-hidden="true">
        {isSample(sample) && (
          <>
            {timeText(sample.ts, series.intervals)}{' '}
            <strong>{states ? stateText(sample) : sampleText(sample)}</strong>
          </>
        )}
      </Text>
    </figure>
  );
}

function stateText({ value }: Sample): string {
  return value === 1 ? 'true' : 'false';
}

function timeText(ts: number, intervals: Intervals | undefined): string {
  if (intervals === undefined) {
    return exactTime(ts);
  }
  const { startTs, endTs } = intervalAt(intervals, ts);
  return `${exactTime(startTs).slice(0, 19)} to ${exactTime(endTs).slice(0, 19)}`;
}

function optionsFor(
  place: HTMLElement,
  states: boolean,
  lone: RefObject<number[]>,
  onPointed: (index: number | null) => void,
): uPlot.Options {
  const style = getComputedStyle(place);
  // A variable may refer to another one: only a property that uses it knows the colour.
  const colorOf = (variable: string) => {
    place.style.setProperty('color', `var(${variable})`);
    const color = style.color;
    place.style.removeProperty('color');
    return color;
  };
  const line = colorOf('--accent');
  const font = `12px ${style.fontFamily}`;
  const axis: uPlot.Axis = {
    stroke: colorOf('--mantine-color-dimmed'),
    font,
    grid: { stroke: colorOf('--line'), width: 1 },
    ticks: { show: false },
  };
  const extreme: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: (_chart, index) => (index === VALUES ? 8 : 0) },
      hover: { skip: [null], prox: POINTER_REACH },
    },
    scales: { x: { time: true }, ...(states ? { y: { range: [-0.15, 1.15] } } : {}) },
    axes: [
      {
        ...axis,
        space: 70,
        size: 32,
        values: (_chart, ticks, _axis, _space, increment) =>
          ticks.map((tick) => tickLabel(tick, increment)),
      },
      states
        ? { ...axis, size: widthOf(font), splits: [0, 1], values: () => ['false', 'true'] }
        : {
            ...axis,
            size: widthOf(font),
            values: (_chart, ticks, _axis, _space, increment) =>
              ticks.map((tick) => tickNumber(tick, increment)),
          },
    ],
    series: [
      {},
      {
        stroke: line,
        width: 1.75,
        fill: (chart) => (hasExtremes(chart) ? 'transparent' : fadeBelow(chart, line)),
        ...(states && uPlot.paths.stepped !== undefined
          ? { paths: uPlot.paths.stepped({ align: 1 }) }
          : {}),
        points: {
          show: (chart) => chart.data[0].length <= MAX_DOTS,
          filter: (_chart, _index, dots) => (dots ? null : lone.current),
          size: DOT_SIZE,
          fill: line,
        },
      },
      extreme,
      extreme,
    ],
    bands: [{ series: [VALUES + 2, VALUES + 1], fill: transparent(line, 0.2) }],
    hooks: { setCursor: [(chart) => onPointed(chart.cursor.idxs?.[VALUES] ?? null)] },
  };
}

function hasExtremes({ data }: uPlot): boolean {
  return data[VALUES + 1]?.some((low) => low !== null) ?? false;
}

/** The width that the labels of the value axis need. The types of uPlot do not say that labels can be null. */
function widthOf(font: string): uPlot.Axis.Size {
  return (chart, labels: string[] | null) => {
    chart.ctx.save();
    chart.ctx.font = font;
    const widest = Math.max(
      0,
      ...(labels ?? []).map((label) => chart.ctx.measureText(label).width),
    );
    chart.ctx.restore();
    return Math.ceil(widest) + 14;
  };
}

function fadeBelow(chart: uPlot, color: string): CanvasGradient {
  const { top, height } = chart.bbox;
  const gradient = chart.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(0, transparent(color, 0.18));
  gradient.addColorStop(1, transparent(color, 0));
  return gradient;
}

function transparent(color: string, opacity: number): string {
  return color.replace(/^rgb\((.+)\)$/, `rgba($1, ${opacity})`);
}
