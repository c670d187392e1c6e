// SPDX-License-Identifier: Apache-2.0
import { Button, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_POINTS, readHistory } from '../../api/telemetry';
import { ErrorNote } from '../../components/ErrorNote';
import { Panel } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { SeriesChart } from '../../components/SeriesChart';
import { describe, summarize, toSeries, type SeriesSummary } from '../../model/series';
import { shortNumber, type LatestValue } from '../../model/telemetry';
import { rangeReaching, TIME_RANGES, timeRange, type TimeRange } from '../../model/time';
import classes from './DevicePage.module.css';

/** A device's clock may be this much ahead of the browser's before its newest points leave the chart. */
const CLOCK_TOLERANCE_MS = 60_000;

interface HistoryPanelProps {
  readonly deviceId: string;
  /** The key to show, with its latest value. */
  readonly latest: LatestValue;
  readonly range: TimeRange;
  readonly onRange: (range: TimeRange) => void;
}

/** The line chart of one key over a span of time that ends now. */
export function HistoryPanel({ deviceId, latest, range, onRange }: HistoryPanelProps) {
  const { key } = latest;
  const { data, error } = useQuery({
    queryKey: ['history', deviceId, key, range.id],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const span = { startTs: now - range.length, endTs: now + CLOCK_TOLERANCE_MS };
      const points = await readHistory(deviceId, { key, ...span }, signal);
      const series = toSeries(points);
      return {
        key,
        range,
        now,
        series,
        summary: summarize(series),
        full: points.length >= MAX_POINTS,
      };
    },
    placeholderData: (previous) => (previous?.key === key ? keepPreviousData(previous) : undefined),
    refetchInterval: range.refresh,
  });

  const controls = (
    <SegmentedControl
      size="xs"
      aria-label="Time range"
      value={range.id}
      onChange={(id) => onRange(timeRange(id))}
      data={TIME_RANGES.map(({ id, label }) => ({ value: id, label }))}
    />
  );
  return (
    <Panel title={key} controls={controls}>
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      {data === undefined && error === null && <Skeleton height={380} />}
      {data !== undefined && data.summary === undefined && (
        <NothingInRange latest={latest} range={data.range} now={data.now} onRange={onRange} />
      )}
      {data?.summary !== undefined && (
        <>
          <div className={classes.chart}>
            <SeriesChart
              series={data.series}
              from={(data.now - data.range.length) / 1_000}
              to={Math.max(data.now / 1_000, data.series.times.at(-1) ?? 0)}
              description={describe(key, data.range.phrase, data.summary)}
            />
          </div>
          <Figures summary={data.summary} full={data.full} />
        </>
      )}
    </Panel>
  );
}

function Figures(props: { readonly summary: SeriesSummary; readonly full: boolean }) {
  const { count, min, max, mean, latest } = props.summary;
  const figures = [
    ['Latest', shortNumber(latest)],
    ['Minimum', shortNumber(min)],
    ['Maximum', shortNumber(max)],
    ['Mean', shortNumber(mean)],
    ['Points', props.full ? `newest ${count}` : String(count)],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

interface NothingInRangeProps extends Omit<HistoryPanelProps, 'deviceId'> {
  /** The end of the range, in milliseconds since 1970. */
  readonly now: number;
}

function NothingInRange({ latest, range, now, onRange }: NothingInRangeProps) {
  const wider = rangeReaching(latest.ts, now);
  return (
    <div className={classes.empty}>
      <Text>
        No readings in {range.phrase}. The newest is <RelativeTime ts={latest.ts} />.
      </Text>
      {wider !== undefined && wider.length > range.length && (
        <Button variant="default" size="xs" onClick={() => onRange(wider)}>
          Show {wider.phrase}
        </Button>
      )}
    </div>
  );
}
