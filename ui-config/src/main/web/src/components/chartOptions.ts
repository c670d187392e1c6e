// SPDX-License-Identifier: Apache-2.0
import type { RefObject } from 'react';
import uPlot from 'uplot';
import { styleOf } from '../model/chartColors';
import { nearestLine } from '../model/reading';
import { tickNumber } from '../model/series';
import { tickLabel } from '../model/time';
import { scalesOf } from '../model/units';

export const CHART_HEIGHT = 300;
/** More points than this stand too close for dots of their own. */
const MAX_DOTS = 120;
const DOT_SIZE = 5;
/** How far from the pointer, in pixels, a point is that it shows. */
const POINTER_REACH = 24;
/** Columns of each line: its values and their extremes. */
const COLUMNS = 3;
/** A selection of fewer pixels is a click. */
const LEAST_SELECTION = 6;

/** By line, the rows whose samples no line shows. */
export type LoneRows = readonly number[][];

/** The column of the values of a line; those of its least and greatest values follow. The first column has the times. */
export function columnOf(line: number): number {
  return 1 + COLUMNS * line;
}

interface ChartSetup {
  readonly lines: readonly { readonly unit: string; readonly style: number }[];
  readonly states: boolean;
  readonly dark: boolean;
  readonly lone: RefObject<LoneRows>;
  readonly onPointed: (rows: readonly (number | null)[]) => void;
  /** Both in milliseconds since 1970. */
  readonly onZoom: (from: number, to: number) => void;
  readonly onReset: () => void;
  /** Called on a click near a point, with its line and row. */
  readonly onPoint: (line: number, row: number) => void;
}

export function chartOptions(place: HTMLElement, setup: ChartSetup): uPlot.Options {
  const { lines, states, onPointed, onZoom, onReset } = setup;
  const style = getComputedStyle(place);
  // A variable may refer to another one: only a property that uses it knows the colour.
  const colorOf = (variable: string) => {
    place.style.setProperty('color', `var(${variable})`);
    const color = style.color;
    place.style.removeProperty('color');
    return color;
  };
  const units = scalesOf(lines.map(({ unit }) => unit));
  const font = `12px ${style.fontFamily}`;
  const axis: uPlot.Axis = {
    stroke: colorOf('--mantine-color-dimmed'),
    font,
    labelFont: font,
    grid: { stroke: colorOf('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: place.clientWidth,
    height: CHART_HEIGHT,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: (_chart, column) => (column % COLUMNS === 1 ? 8 : 0) },
      hover: { skip: [null, undefined], prox: POINTER_REACH },
      bind: {
        dblclick: () => () => {
          onReset();
          return null;
        },
      },
    },
    scales: {
      x: { time: true },
      ...Object.fromEntries(
        units.map((_unit, index) => [
          scaleName(index),
          states ? { range: [-0.15, 1.15] as [number, number] } : {},
        ]),
      ),
    },
    axes: [timeAxis(axis), ...(states ? [stateAxis(axis, font)] : valueAxes(axis, font, units))],
    series: [{}, ...lines.flatMap((_line, index) => seriesOf(setup, units, index))],
    bands: lines.map((line, index) => ({
      series: [columnOf(index) + 2, columnOf(index) + 1],
      fill: transparent(lineColor(setup, line.style), 0.2),
    })),
    hooks: {
      // uPlot keeps the click that ends a drag to itself.
      init: [
        (chart) => chart.over.addEventListener('click', (event) => clicked(setup, chart, event)),
      ],
      // uPlot writes into its list of rows.
      setCursor: [({ cursor }) => onPointed([...(cursor.idxs ?? [])])],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width >= LEAST_SELECTION) {
            onZoom(
              Math.round(chart.posToVal(left, 'x') * 1_000),
              Math.round(chart.posToVal(left + width, 'x') * 1_000),
            );
          }
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

function clicked({ lines, onPoint }: ChartSetup, chart: uPlot, { clientY }: MouseEvent) {
  const y = clientY - chart.over.getBoundingClientRect().top;
  const rowOf = (line: number) => chart.cursor.idxs?.[columnOf(line)] ?? undefined;
  const line = nearestLine(
    lines.map((_line, index) => {
      const column = columnOf(index);
      const value = chart.data[column]?.[rowOf(index) ?? -1];
      const scale = chart.series[column]?.scale;
      return typeof value === 'number' && scale !== undefined
        ? Math.abs(chart.valToPos(value, scale) - y)
        : undefined;
    }),
  );
  const row = line === undefined ? undefined : rowOf(line);
  if (line !== undefined && row !== undefined) {
    onPoint(line, row);
  }
}

function scaleName(index: number): string {
  return index === 0 ? 'y' : `y${index + 1}`;
}

function timeAxis(axis: uPlot.Axis): uPlot.Axis {
  return {
    ...axis,
    space: 70,
    size: 32,
    values: (_chart, ticks, _axis, _space, increment) =>
      ticks.map((tick) => tickLabel(tick, increment)),
  };
}

function stateAxis(axis: uPlot.Axis, font: string): uPlot.Axis {
  return { ...axis, size: widthOf(font), splits: [0, 1], values: () => ['false', 'true'] };
}

/** The first unit has its axis on the left, the second one on the right; there is no room for more. */
function valueAxes(axis: uPlot.Axis, font: string, units: readonly string[]): uPlot.Axis[] {
  return units.slice(0, 2).map((unit, index) => ({
    ...axis,
    scale: scaleName(index),
    side: index === 0 ? 3 : 1,
    size: widthOf(font),
    grid: { ...axis.grid, show: index === 0 },
    ...(unit === '' ? {} : { label: unit, labelSize: 18, labelGap: 0 }),
    values: (_chart, ticks, _axis, _space, increment) =>
      ticks.map((tick) => tickNumber(tick, increment)),
  }));
}

function seriesOf(setup: ChartSetup, units: readonly string[], index: number): uPlot.Series[] {
  const { lines, states, lone } = setup;
  const { unit, style } = lines[index] ?? { unit: '', style: 0 };
  const scale = scaleName(units.indexOf(unit));
  const color = lineColor(setup, style);
  const extreme: uPlot.Series = {
    scale,
    stroke: 'transparent',
    width: 0,
    points: { show: false },
  };
  return [
    {
      scale,
      stroke: color,
      width: 1.75,
      dash: [...styleOf(style).dash],
      fill: (chart) =>
        lines.length > 1 || hasExtremes(chart, index) ? 'transparent' : fadeBelow(chart, color),
      ...(states && uPlot.paths.stepped !== undefined
        ? { paths: uPlot.paths.stepped({ align: 1 }) }
        : {}),
      points: {
        show: (chart) => chart.data[0].length <= MAX_DOTS,
        filter: (_chart, _index, dots) => (dots ? null : (lone.current[index] ?? null)),
        size: DOT_SIZE,
        fill: color,
      },
    },
    extreme,
    extreme,
  ];
}

function lineColor({ dark }: ChartSetup, style: number): string {
  const colors = styleOf(style);
  return dark ? colors.dark : colors.light;
}

function hasExtremes({ data }: uPlot, line: number): boolean {
  return data[columnOf(line) + 1]?.some((low) => low !== null && low !== undefined) ?? false;
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

/** A colour of six hexadecimal digits, less opaque. */
function transparent(color: string, opacity: number): string {
  const alpha = Math.round(opacity * 255);
  return color + alpha.toString(16).padStart(2, '0');
}
