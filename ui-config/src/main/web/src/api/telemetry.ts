// SPDX-License-Identifier: Apache-2.0
import type { Span } from '../model/interval';
import type { AttributeScope } from '../model/push';
import type { Point, PointsByKey } from '../model/telemetry';
import type * as schemas from './schemas';
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

/**
 * The id of the message that brought the value of a key at a time, in milliseconds since 1970.
 *
 * @throws ApiError with status 404 if it is not known
 */
export async function readMessageOf(
  deviceId: string,
  key: string,
  ts: number,
  signal?: AbortSignal,
): Promise<string> {
  const query = new URLSearchParams({ key, ts: String(ts) });
  const { messageId } = await authorized<schemas.TsMessage>(
    `${valuesOf(deviceId)}/timeseries/message?${query}`,
    { signal },
  );
  return messageId;
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
    key,
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
  scope: AttributeScope,
  signal?: AbortSignal,
): Promise<readonly Attribute[]> {
  return authorized(`${valuesOf(deviceId)}/attributes/${scope}`, { signal, exact: true });
}

/** The attributes with one key as the server writes them: only their text tells 20.0 from 20. */
export function readAttributeText(
  deviceId: string,
  scope: AttributeScope,
  key: string,
  signal?: AbortSignal,
): Promise<string> {
  const path = `${valuesOf(deviceId)}/attributes/${scope}?${keysQuery([key])}`;
  return authorized(path, { signal, raw: true });
}

/** @param value JSON, whose notation decides whether a number is whole or decimal */
export function saveAttribute(
  deviceId: string,
  scope: AttributeScope,
  key: string,
  value: string,
): Promise<void> {
  return authorized(`${entityOf(deviceId)}/attributes/${scope}`, {
    method: 'POST',
    json: `{${JSON.stringify(key)}:${value}}`,
    raw: true,
  });
}

export function deleteAttributes(
  deviceId: string,
  scope: AttributeScope,
  keys: readonly string[],
): Promise<void> {
  return authorized(`${entityOf(deviceId)}/${scope}?${keysQuery(keys)}`, {
    method: 'DELETE',
    raw: true,
  });
}

/** Each key in a parameter of its own: keys may have commas. */
function keysQuery(keys: readonly string[]): URLSearchParams {
  return new URLSearchParams(keys.map((key) => ['key', key]));
}

function valuesOf(deviceId: string): string {
  return `${entityOf(deviceId)}/values`;
}

function entityOf(deviceId: string): string {
  return `api/plugins/telemetry/DEVICE/${encodeURIComponent(deviceId)}`;
}
