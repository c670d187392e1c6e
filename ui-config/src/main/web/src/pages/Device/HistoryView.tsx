// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeStates, phraseOf } from '../../components/chartTexts';
import { SeriesChart } from '../../components/SeriesChart';
import type { Span } from '../../model/interval';
import type { TimeRange } from '../../model/range';
import type { LatestValue } from '../../model/telemetry';
import classes from './DevicePage.module.css';
import { isEmpty, MAX_READINGS, type History } from './loadHistory';
import { NumberHistory } from './NumberHistory';
import { RecentTexts } from './RecentTexts';

/** A key with its history. */
export interface ShownKey<H extends History = History> {
  readonly latest: LatestValue;
  readonly history: H;
}

export type NumberKey = ShownKey<Extract<History, { kind: 'number' }>>;

export interface ChartProps {
  readonly range: TimeRange;
  readonly span: Span;
  readonly onZoom: (from: number, to: number) => void;
  readonly onReset: () => void;
}

interface HistoryViewProps extends ChartProps {
  readonly profile: string;
  readonly shown: readonly ShownKey[];
}

/** The histories of keys, of which at least one has readings. */
export function HistoryView({ profile, shown, ...chart }: HistoryViewProps) {
  const { t } = useTranslation();
  const numbers = shown.filter((key): key is NumberKey => key.history.kind === 'number');
  const others = shown.filter(({ history }) => history.kind !== 'number' && !isEmpty(history));
  const silent = shown.filter(({ history }) => isEmpty(history));
  return (
    <>
      <NumberHistory profile={profile} keys={numbers} {...chart} />
      {others.map(({ latest, history }) => (
        <div key={latest.key}>
          {shown.length > 1 && <h3 className={classes.shownKey}>{latest.key}</h3>}
          <OtherHistory keyName={latest.key} history={history} chart={chart} />
        </div>
      ))}
      {silent.length > 0 && (
        <Text size="sm" c="dimmed" px="md" pb="sm">
          {t('device.chart.silent', {
            keys: silent.map(({ latest }) => latest.key).join(', '),
            phrase: phraseOf(t, chart.range),
          })}
        </Text>
      )}
    </>
  );
}

interface OtherHistoryProps {
  readonly keyName: string;
  readonly history: History;
  readonly chart: ChartProps;
}

function OtherHistory({ keyName, history, chart }: OtherHistoryProps) {
  const { t } = useTranslation();
  switch (history.kind) {
    case 'number':
      return null;
    case 'text':
      return <RecentTexts keyName={keyName} points={history.points} complete={history.complete} />;
    case 'state': {
      const { series, complete } = history;
      const { range, span, onZoom, onReset } = chart;
      return (
        <div className={classes.chart}>
          <SeriesChart
            lines={[{ key: keyName, unit: '', style: 0, series }]}
            states
            from={span.startTs}
            to={Math.max(span.endTs, series.places.at(-1)?.ts ?? 0)}
            description={describeStates(t, keyName, phraseOf(t, range), series)}
            onZoom={onZoom}
            onReset={onReset}
          />
          <Text size="xs" c="dimmed" className={classes.meaning ?? ''}>
            {complete
              ? t('device.chart.stateMeaning')
              : t('device.chart.newestReadings', { count: MAX_READINGS })}
          </Text>
        </div>
      );
    }
  }
}
