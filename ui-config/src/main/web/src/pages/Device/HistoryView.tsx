// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeStates, phraseOf } from '../../components/chartTexts';
import { SeriesChart } from '../../components/SeriesChart';
import { useIsTenantAdmin } from '../../components/useAuthority';
import type { Span } from '../../model/interval';
import type { TimeRange } from '../../model/range';
import { readingTimes, type Reading } from '../../model/reading';
import type { LatestValue } from '../../model/telemetry';
import classes from './DevicePage.module.css';
import { FollowButton } from './FollowButton';
import { isEmpty, MAX_READINGS, type History } from './loadHistory';
import { NumberHistory } from './NumberHistory';
import { ReadingPanel } from './ReadingPanel';
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
  /** Called with a single reading to follow; undefined where the user may not read paths of messages. */
  readonly onReading: ((reading: Reading) => void) | undefined;
}

interface HistoryViewProps extends Omit<ChartProps, 'onReading'> {
  readonly deviceId: string;
  readonly profile: string;
  readonly shown: readonly ShownKey[];
}

/** The histories of keys, of which at least one has readings. */
export function HistoryView({ deviceId, profile, shown, ...view }: HistoryViewProps) {
  const { t } = useTranslation();
  const [followed, setFollowed] = useState<Reading>();
  const isAdmin = useIsTenantAdmin();
  const chart: ChartProps = { ...view, onReading: isAdmin ? setFollowed : undefined };
  const numbers = shown.filter((key): key is NumberKey => key.history.kind === 'number');
  const others = shown.filter(({ history }) => history.kind !== 'number' && !isEmpty(history));
  const silent = shown.filter(({ history }) => isEmpty(history));
  return (
    <>
      <NumberHistory profile={profile} keys={numbers} {...chart}>
        {numbers.map(followedOf)}
      </NumberHistory>
      {others.map(({ latest, history }) => (
        <div key={latest.key}>
          {shown.length > 1 && <h3 className={classes.shownKey}>{latest.key}</h3>}
          <OtherHistory keyName={latest.key} history={history} chart={chart} />
          {followedOf({ latest, history })}
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

  /** The panel of the followed reading, if it is one of the key. */
  function followedOf({ latest: { key }, history }: ShownKey) {
    return followed?.key !== key ? null : (
      <ReadingPanel
        key={key}
        deviceId={deviceId}
        reading={followed}
        times={timesOf(history)}
        onReading={setFollowed}
        onClose={() => setFollowed(undefined)}
      />
    );
  }
}

/** The times of single readings, ascending. */
function timesOf(history: History): readonly number[] {
  return history.kind === 'text'
    ? history.points.map(({ ts }) => ts).reverse()
    : readingTimes(history.series);
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
      return (
        <RecentTexts
          keyName={keyName}
          points={history.points}
          complete={history.complete}
          onReading={chart.onReading}
        />
      );
    case 'state': {
      const { series, complete } = history;
      const { range, span, onZoom, onReset, onReading } = chart;
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
            onReading={onReading}
          />
          <Text size="xs" c="dimmed" className={classes.meaning ?? ''}>
            {complete
              ? t('device.chart.stateMeaning')
              : t('device.chart.newestReadings', { count: MAX_READINGS })}
          </Text>
          <FollowButton keyName={keyName} times={readingTimes(series)} onReading={onReading} />
        </div>
      );
    }
  }
}
