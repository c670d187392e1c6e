// SPDX-License-Identifier: Apache-2.0
import { Button, Skeleton, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../components/ErrorNote';
import { Panel } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { SeriesChart } from '../../components/SeriesChart';
import { intervalFor, lengthText, wholeIntervals, type Span } from '../../model/interval';
import { formatNumber, isNumber, type NumberValue } from '../../model/number';
import { isCustom, rangeReaching, spanOf, type TimeRange } from '../../model/range';
import {
  describe,
  describeStates,
  formatMean,
  summarize,
  type Series,
  type SeriesSummary,
} from '../../model/series';
import type { LatestValue } from '../../model/telemetry';
import classes from './DevicePage.module.css';
import { kindOf, loadHistory, MAX_READINGS, type History } from './loadHistory';
import { RangeControl } from './RangeControl';
import { RecentTexts } from './RecentTexts';

/** A device's clock may be this much ahead of the browser's before its newest points leave the chart. */
const CLOCK_TOLERANCE_MS = 60_000;

interface HistoryPanelProps {
  readonly deviceId: string;
  /** The key to show, with its latest value. */
  readonly latest: LatestValue;
  readonly range: TimeRange;
  readonly onRange: (range: TimeRange, again: boolean) => void;
}

/** What one key was over a span of time: a chart of numbers or states, a list of texts. */
export function HistoryPanel({ deviceId, latest, range, onRange }: HistoryPanelProps) {
  const { key, value } = latest;
  const kind = kindOf(value);
  const { ref, width } = useElementSize();
  const length = intervalFor(spanOf(range, 0), width);
  const { data, error } = useQuery({
    queryKey: ['history', deviceId, key, kind, range, length],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const span = spanOf(range, now);
      const tolerance = isCustom(range) ? 0 : CLOCK_TOLERANCE_MS;
      const request = { key, startTs: span.startTs, endTs: span.endTs + tolerance };
      const intervals = isCustom(range) ? { ...span, length } : wholeIntervals(span, length);
      const history = await loadHistory(deviceId, request, kind, intervals, signal);
      return { key, kind, range, now, span, history };
    },
    enabled: width > 0,
    placeholderData: (previous) =>
      previous?.key === key && previous.kind === kind ? previous : undefined,
    refetchInterval: ({ state }) => refreshOf(range, state.data?.history),
  });

  return (
    <Panel title={key} controls={<RangeControl range={range} onRange={onRange} />}>
      <div ref={ref}>
        {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
        {data === undefined && error === null && <Skeleton height={380} />}
        {data !== undefined &&
          (isEmpty(data.history) ? (
            <NothingInRange latest={latest} range={data.range} now={data.now} onRange={onRange} />
          ) : (
            <HistoryView
              latest={latest}
              range={data.range}
              span={data.span}
              history={data.history}
            />
          ))}
      </div>
    </Panel>
  );
}

/** How often the history is read again: no average is new before its interval is over. */
function refreshOf(range: TimeRange, history: History | undefined): number | false {
  if (isCustom(range)) {
    return false;
  }
  const intervals = history?.kind === 'number' ? history.series.intervals : undefined;
  return Math.max(range.refresh, intervals?.length ?? 0);
}

function isEmpty(history: History): boolean {
  return history.kind === 'text' ? history.points.length === 0 : history.series.places.length === 0;
}

interface HistoryViewProps {
  readonly latest: LatestValue;
  readonly range: TimeRange;
  readonly span: Span;
  readonly history: History;
}

function HistoryView({ latest, range, span, history }: HistoryViewProps) {
  switch (history.kind) {
    case 'text':
      return <RecentTexts points={history.points} complete={history.complete} />;
    case 'state':
      return (
        <div className={classes.chart}>
          <Chart
            series={history.series}
            states
            span={span}
            description={describeStates(latest.key, range.phrase, history.series)}
          />
          <Text size="xs" c="dimmed" className={classes.meaning ?? ''}>
            {history.complete
              ? 'Each point is a reading; the line keeps its value until the next one.'
              : `The newest ${MAX_READINGS} readings of this range; older ones are not shown.`}
          </Text>
        </div>
      );
    case 'number':
      return <NumberHistory latest={latest} range={range} span={span} series={history.series} />;
  }
}

interface NumberHistoryProps extends Omit<HistoryViewProps, 'history'> {
  readonly series: Series;
}

function NumberHistory({ latest: { key, value }, range, span, series }: NumberHistoryProps) {
  const summary = summarize(series);
  if (summary === undefined) {
    return null;
  }
  // The latest value is newer than the last answer for the chart.
  const latest = isCustom(range) || !isNumber(value) ? lastReading(series, summary) : value;
  return (
    <>
      <div className={classes.chart}>
        <Chart
          series={series}
          states={false}
          span={span}
          description={describe(key, range.phrase, summary, latest)}
        />
        <Text size="xs" c="dimmed" className={classes.meaning ?? ''}>
          {meaningOf(series)}
        </Text>
      </div>
      <Figures summary={summary} latest={latest} />
    </>
  );
}

/** Undefined where the series has averages only. */
function lastReading({ intervals }: Series, { latest }: SeriesSummary): NumberValue | undefined {
  return intervals === undefined ? latest : undefined;
}

function meaningOf({ intervals }: Series): string {
  return intervals === undefined
    ? 'Each point is a reading.'
    : `Each point is the average of ${lengthText(intervals.length)}; the band around it reaches from the least to the greatest reading.`;
}

interface ChartProps {
  readonly series: Series;
  readonly states: boolean;
  readonly span: Span;
  readonly description: string;
}

function Chart({ span, series, ...props }: ChartProps) {
  return (
    <SeriesChart
      {...props}
      series={series}
      from={span.startTs}
      to={Math.max(span.endTs, series.places.at(-1)?.ts ?? 0)}
    />
  );
}

interface FiguresProps {
  readonly summary: SeriesSummary;
  readonly latest: NumberValue | undefined;
}

function Figures({ summary: { count, min, max, mean }, latest }: FiguresProps) {
  const figures: readonly (readonly [string, string])[] = [
    ...(latest === undefined ? [] : [['Latest', formatNumber(latest)] as const]),
    ['Minimum', formatNumber(min)],
    ['Maximum', formatNumber(max)],
    ...(mean === undefined ? [] : [['Mean', formatMean(mean, min, max)] as const]),
    ['Points', String(count)],
  ];
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
  /** When the server was asked, in milliseconds since 1970. */
  readonly now: number;
}

function NothingInRange({ latest, range, now, onRange }: NothingInRangeProps) {
  const wider = rangeReaching(latest.ts, now);
  const differs = wider !== undefined && (isCustom(range) || wider.length > range.length);
  return (
    <div className={classes.empty}>
      <Text>
        No readings {range.phrase}. The newest is <RelativeTime ts={latest.ts} />.
      </Text>
      {differs && (
        <Button variant="default" size="xs" onClick={() => onRange(wider, false)}>
          Show readings {wider.phrase}
        </Button>
      )}
    </div>
  );
}
