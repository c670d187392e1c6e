// SPDX-License-Identifier: Apache-2.0
import type { Span } from '../model/interval';
import type { Point, PointsByKey } from '../model/telemetry';
import { authorized } from './session';
import type { Attribute } from './types';

/** Aggregates of millions of readings take their time. */
const AGGREGATE_TIMEOUT_MS = 30_000;

export function readLatest(deviceId: string, signal?: AbortSignal): Promise<PointsByKey> {
  const path = `${valuesOf(deviceId)}/timeseries?useStrictDataTypes=true`;
  return authorized(path, { signal, exact: true });
}

/** The part of a time series between two times. */
export interface HistoryRequest extends Span {
  readonly key: string;
}

/** The newest points of a time series, newest first: where there are more than `limit`, the oldest are missing. */
export function readHistory(
  deviceId: string,
  request: HistoryRequest,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly Point[]> {
  return readPoints(deviceId, request, { limit: String(limit), orderBy: 'DESC' }, signal);
}

export type Aggregation = 'AVG' | 'MIN' | 'MAX';

/** One point for each interval that has numbers, at its middle. */
export function readAggregates(
  deviceId: string,
  request: HistoryRequest,
  interval: number,
  agg: Aggregation,
  signal?: AbortSignal,
): Promise<readonly Point[]> {
  return readPoints(deviceId, request, { interval: String(interval), agg }, signal);
}

async function readPoints(
  deviceId: string,
  { key, startTs, endTs }: HistoryRequest,
  options: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<readonly Point[]> {
  const query = new URLSearchParams({
    keys: key,
    startTs: String(Math.floor(startTs)),
    endTs: String(Math.ceil(endTs)),
    useStrictDataTypes: 'true',
    ...options,
  });
  const path = `${valuesOf(deviceId)}/timeseries?${query}`;
  const points = await authorized<PointsByKey>(path, {
    signal,
    exact: true,
    timeoutMs: AGGREGATE_TIMEOUT_MS,
  });
  return points[key] ?? [];
}

export function readAttributes(
  deviceId: string,
  signal?: AbortSignal,
): Promise<readonly Attribute[]> {
  return authorized(`${valuesOf(deviceId)}/attributes`, { signal, exact: true });
}

function valuesOf(deviceId: string): string {
  return `api/plugins/telemetry/DEVICE/${encodeURIComponent(deviceId)}/values`;
}
