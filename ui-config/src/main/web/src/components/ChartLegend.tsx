// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JoinedSeries } from '../model/chartData';
import { isSample, type Sample } from '../model/series';
import { sampleText, sampleTime } from './chartTexts';
import { columnOf } from './chartOptions';
import { LineSwatch } from './LineSwatch';
import type { ChartLine } from './SeriesChart';
import classes from './SeriesChart.module.css';

interface ChartLegendProps {
  readonly lines: readonly ChartLine[];
  readonly states: boolean;
  readonly joined: JoinedSeries;
  /** The row under the pointer, for each column of the chart. */
  readonly pointed: readonly (number | null)[];
}

/** What the chart shows under the pointer: the time, and the value of each line there. */
export function ChartLegend({ lines, states, joined, pointed }: ChartLegendProps) {
  const { t } = useTranslation();
  const samples = lines.map(({ series }, index) => {
    const row = pointed[columnOf(index)];
    const place = joined.lines[index]?.places.get(row ?? -1);
    const found = place === undefined ? undefined : series.places[place];
    return isSample(found) ? found : undefined;
  });
  const first = samples.findIndex((sample) => sample !== undefined);
  const shown = samples[first];
  return (
    // What stands here is in the description of the chart and in the figures below it.
    <Text
      component="figcaption"
      size="xs"
      c="dimmed"
      aria-hidden="true"
      className={classes.legend ?? ''}
    >
      {shown !== undefined && (
        <span>{sampleTime(t, shown.ts, lines[first]?.series.intervals)}</span>
      )}
      {lines.map(({ key, unit, style }, index) => (
        <span key={key} className={classes.entry}>
          {lines.length > 1 && (
            <>
              <LineSwatch style={style} /> {key}
            </>
          )}
          <strong>{textOf(samples[index], unit)}</strong>
        </span>
      ))}
    </Text>
  );

  function textOf(sample: Sample | undefined, unit: string): string {
    if (sample === undefined) {
      return '';
    }
    return states ? String(sample.value === 1) : sampleText(t, sample, unit);
  }
}
