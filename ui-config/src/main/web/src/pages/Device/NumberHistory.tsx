// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeLines, phraseOf, type LineSummary } from '../../components/chartTexts';
import { SeriesChart, type ChartLine } from '../../components/SeriesChart';
import { lengthText } from '../../model/interval';
import { isNumber, type NumberValue } from '../../model/number';
import { isCustom, type TimeRange } from '../../model/range';
import { summarize, type SeriesSummary } from '../../model/series';
import { scalesOf, type Units } from '../../model/units';
import { useUnits } from '../../store/units';
import classes from './DevicePage.module.css';
import { Figures } from './Figures';
import type { ChartProps, NumberKey } from './HistoryView';

interface NumberHistoryProps extends ChartProps {
  readonly profile: string;
  readonly keys: readonly NumberKey[];
  /** Shown below the chart. */
  readonly children: ReactNode;
}

/** A line of the chart with its figures. */
export interface Line extends ChartLine, LineSummary {}

/** One chart of all keys whose values are numbers, with their figures. */
export function NumberHistory({ profile, keys, range, span, ...props }: NumberHistoryProps) {
  const { onZoom, onReset, onReading, children } = props;
  const { t } = useTranslation();
  const units = useUnits(profile);
  const lines = linesOf(keys, units, range);
  const lengths = new Set(
    lines.map(({ series }) => series.intervals?.length).filter((length) => length !== undefined),
  );
  const [length] = lengths;
  const hiddenUnits = scalesOf(lines.map(({ unit }) => unit)).slice(2);
  if (lines.length === 0) {
    return null;
  }
  return (
    <>
      <div className={classes.chart}>
        <SeriesChart
          lines={lines}
          states={false}
          from={span.startTs}
          to={Math.max(span.endTs, ...lines.map(({ series }) => series.places.at(-1)?.ts ?? 0))}
          description={describeLines(t, phraseOf(t, range), lines)}
          onZoom={onZoom}
          onReset={onReset}
          onReading={onReading}
        />
        <Text size="xs" c="dimmed" className={classes.meaning ?? ''}>
          {length === undefined
            ? t('device.chart.readingMeaning')
            : t('device.chart.averageMeaning', { length: lengthText(length) })}{' '}
          {t('device.chart.zoomHelp')}
          {onReading !== undefined && length === undefined && ` ${t('device.reading.help')}`}
          {hiddenUnits.length > 0 &&
            ` ${t('device.chart.noAxis', {
              units: hiddenUnits.map((unit) => unit || t('device.unit.none')).join(', '),
            })}`}
        </Text>
      </div>
      {children}
      {lines.map((line) => (
        <Figures
          key={line.key}
          profile={profile}
          line={line}
          alone={lines.length === 1}
          onReading={onReading}
        />
      ))}
    </>
  );
}

/** The lines of the keys that have readings. */
function linesOf(keys: readonly NumberKey[], units: Units, range: TimeRange): readonly Line[] {
  return keys.flatMap(({ latest: { key, value }, history: { series } }, style) => {
    const summary = summarize(series);
    if (summary === undefined) {
      return [];
    }
    // The latest value is newer than the last answer for the chart.
    const latest =
      isCustom(range) || !isNumber(value)
        ? lastReading(series.intervals !== undefined, summary)
        : value;
    return [{ key, series, style, unit: units[key] ?? '', summary, latest }];
  });
}

/** Undefined where the series has averages only. */
function lastReading(averages: boolean, { latest }: SeriesSummary): NumberValue | undefined {
  return averages ? undefined : latest;
}
