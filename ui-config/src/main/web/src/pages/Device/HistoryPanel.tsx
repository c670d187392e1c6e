// SPDX-License-Identifier: Apache-2.0
import { Button, Skeleton, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { phraseOf } from '../../components/chartTexts';
import { ErrorNote } from '../../components/ErrorNote';
import { Panel } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { intervalFor, wholeIntervals } from '../../model/interval';
import {
  customRange,
  isCustom,
  rangeReaching,
  sameRange,
  spanOf,
  type TimeRange,
} from '../../model/range';
import { newestTs, type LatestValue } from '../../model/telemetry';
import classes from './DevicePage.module.css';
import { HistoryView } from './HistoryView';
import { isEmpty, kindOf, loadHistory, type History } from './loadHistory';
import { RangeControl } from './RangeControl';

/** A device's clock may be this much ahead of the browser's before its newest points leave the chart. */
const CLOCK_TOLERANCE_MS = 60_000;

interface HistoryPanelProps {
  readonly deviceId: string;
  /** The id of the device profile, which has the units of the keys. */
  readonly profile: string;
  /** The keys to show, with their latest values; at least one. */
  readonly latest: readonly LatestValue[];
  readonly range: TimeRange;
  readonly onRange: (range: TimeRange, again: boolean) => void;
}

/** What keys were over a span of time: numbers in one chart, a chart for each state, lists of texts. */
export function HistoryPanel({ deviceId, profile, latest, range, onRange }: HistoryPanelProps) {
  const { t } = useTranslation();
  const { ref, width } = useElementSize();
  const [zoomed, setZoomed] = useState<{ readonly from: TimeRange; readonly to: TimeRange }>();
  const wanted = latest.map(({ key, value }) => ({ key, kind: kindOf(value) }));
  const name = JSON.stringify(wanted);
  const length = intervalFor(spanOf(range, 0), width);
  const { data, error } = useQuery({
    queryKey: ['history', deviceId, name, range, length],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const span = spanOf(range, now);
      const tolerance = isCustom(range) ? 0 : CLOCK_TOLERANCE_MS;
      const asked = { startTs: span.startTs, endTs: span.endTs + tolerance };
      const intervals = isCustom(range) ? { ...span, length } : wholeIntervals(span, length);
      const histories = await Promise.all(
        wanted.map(({ key, kind }) =>
          loadHistory(deviceId, { key, ...asked }, kind, intervals, signal),
        ),
      );
      return { name, range, now, span, histories };
    },
    enabled: width > 0,
    placeholderData: (previous) => (previous?.name === name ? previous : undefined),
    refetchInterval: ({ state }) => refreshOf(range, state.data?.histories),
  });
  // A range that was chosen since is no zoom.
  const before = zoomed !== undefined && sameRange(zoomed.to, range) ? zoomed.from : undefined;
  const zoom = (startTs: number, endTs: number) => {
    const to = customRange(startTs, endTs);
    setZoomed({ from: before ?? range, to });
    onRange(to, before !== undefined);
  };
  const reset = () => {
    if (before !== undefined) {
      setZoomed(undefined);
      onRange(before, false);
    }
  };

  return (
    <Panel
      title={latest.map(({ key }) => key).join(', ')}
      controls={
        <div className={classes.range}>
          {before !== undefined && (
            <Button size="compact-sm" variant="default" onClick={reset}>
              {t('device.chart.resetZoom')}
            </Button>
          )}
          <RangeControl range={range} onRange={onRange} />
        </div>
      }
    >
      <div ref={ref}>
        {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
        {data === undefined && error === null && <Skeleton height={380} />}
        {data !== undefined &&
          (data.histories.every(isEmpty) ? (
            <NothingInRange latest={latest} range={data.range} now={data.now} onRange={onRange} />
          ) : (
            <HistoryView
              deviceId={deviceId}
              profile={profile}
              range={data.range}
              span={data.span}
              shown={latest.flatMap((value, index) => {
                const history = data.histories[index];
                return history === undefined ? [] : [{ latest: value, history }];
              })}
              onZoom={zoom}
              onReset={reset}
            />
          ))}
      </div>
    </Panel>
  );
}

/** How often the history is read again: no average is new before its interval is over. */
function refreshOf(range: TimeRange, histories: readonly History[] | undefined): number | false {
  if (isCustom(range)) {
    return false;
  }
  const lengths = (histories ?? []).map((history) =>
    history.kind === 'number' ? (history.series.intervals?.length ?? 0) : 0,
  );
  return Math.max(range.refresh, Math.min(...(lengths.length === 0 ? [0] : lengths)));
}

interface NothingInRangeProps extends Omit<HistoryPanelProps, 'deviceId' | 'profile'> {
  /** When the server was asked, in milliseconds since 1970. */
  readonly now: number;
}

function NothingInRange({ latest, range, now, onRange }: NothingInRangeProps) {
  const { t } = useTranslation();
  const newest = newestTs(latest) ?? now;
  const wider = rangeReaching(newest, now);
  const differs = wider !== undefined && (isCustom(range) || wider.length > range.length);
  return (
    <div className={classes.empty}>
      <Text>
        {t('device.chart.empty', { phrase: phraseOf(t, range) })} {t('device.chart.newest')}{' '}
        <RelativeTime ts={newest} />
      </Text>
      {differs && (
        <Button variant="default" size="xs" onClick={() => onRange(wider, false)}>
          {t('device.chart.showWider', { phrase: phraseOf(t, wider) })}
        </Button>
      )}
    </div>
  );
}
