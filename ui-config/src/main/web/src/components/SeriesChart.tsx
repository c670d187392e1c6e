// SPDX-License-Identifier: Apache-2.0
import { Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import type { Series } from '../model/series';
import { formatValue, shortNumber } from '../model/telemetry';
import { exactTime, tickLabel } from '../model/time';
import classes from './SeriesChart.module.css';

const HEIGHT = 300;
/** More points than this stand too close for dots of their own. */
const MAX_DOTS = 120;

interface SeriesChartProps {
  readonly series: Series;
  /** The ends of the time axis in seconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The chart in words. */
  readonly description: string;
}

/** A line chart as wide as its place. */
export function SeriesChart({ series, from, to, description }: SeriesChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const colorScheme = useComputedColorScheme('light');
  const [pointed, setPointed] = useState<number | null>(null);

  useEffect(() => {
    const element = place.current;
    if (element === null) {
      return undefined;
    }
    const chart = new uPlot(optionsFor(element, setPointed), [[], []], element);
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
  }, [colorScheme]);

  useEffect(() => {
    plot.current?.batch(() => {
      plot.current?.setData([[...series.times], [...series.values]], false);
      plot.current?.setScale('x', { min: from, max: to });
    });
  }, [series, from, to, colorScheme]);

  const time = pointed === null ? undefined : series.times[pointed];
  const value = pointed === null ? undefined : series.values[pointed];
  return (
    <figure className={classes.figure}>
      <div ref={place} role="img" aria-label={description} />
      <Text component="figcaption" size="xs" c="dimmed" h="1.2rem" aria-hidden="true">
        {time !== undefined && value !== undefined && (
          <>
            {exactTime(time * 1_000)} <strong>{formatValue(value)}</strong>
          </>
        )}
      </Text>
    </figure>
  );
}

function optionsFor(place: HTMLElement, onPointed: (index: number | null) => void): uPlot.Options {
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
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: { x: { time: true } },
    axes: [
      {
        ...axis,
        space: 70,
        size: 32,
        values: (_chart, ticks, _axis, _space, increment) =>
          ticks.map((tick) => tickLabel(tick, increment)),
      },
      { ...axis, size: widthOf(font), values: (_chart, ticks) => ticks.map(shortNumber) },
    ],
    series: [
      {},
      {
        stroke: line,
        width: 1.75,
        fill: (chart) => fadeBelow(chart, line),
        points: { show: (chart) => chart.data[0].length <= MAX_DOTS, size: 5, fill: line },
      },
    ],
    hooks: { setCursor: [(chart) => onPointed(chart.cursor.idx ?? null)] },
  };
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
  gradient.addColorStop(0, color.replace(/^rgb\((.+)\)$/, 'rgba($1, 0.18)'));
  gradient.addColorStop(1, color.replace(/^rgb\((.+)\)$/, 'rgba($1, 0)'));
  return gradient;
}
