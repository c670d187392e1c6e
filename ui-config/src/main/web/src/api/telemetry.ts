// SPDX-License-Identifier: Apache-2.0
import type { Point, PointsByKey } from '../model/telemetry';
import { authorized } from './session';
import type { Attribute } from './types';

/** No chart asks for more points than this. */
export const MAX_POINTS = 5_000;

export function readLatest(deviceId: string, signal?: AbortSignal): Promise<PointsByKey> {
  return authorized(`${valuesOf(deviceId)}/timeseries?useStrictDataTypes=true`, { signal });
}

export interface HistoryRequest {
  readonly key: string;
  /** Milliseconds since 1970, inclusive. */
  readonly startTs: number;
  /** Milliseconds since 1970, exclusive. */
  readonly endTs: number;
}

/** The newest points of one key in a span of time, newest first: where there are too many, the oldest are missing. */
export async function readHistory(
  deviceId: string,
  { key, startTs, endTs }: HistoryRequest,
  signal?: AbortSignal,
): Promise<readonly Point[]> {
  const query = new URLSearchParams({
    keys: key,
    startTs: String(startTs),
    endTs: String(endTs),
    limit: String(MAX_POINTS),
    orderBy: 'DESC',
    useStrictDataTypes: 'true',
  });
  const path = `${valuesOf(deviceId)}/timeseries?${query}`;
  const points = await authorized<PointsByKey>(path, { signal });
  return points[key] ?? [];
}

export function readAttributes(
  deviceId: string,
  signal?: AbortSignal,
): Promise<readonly Attribute[]> {
  return authorized(`${valuesOf(deviceId)}/attributes`, { signal });
}

function valuesOf(deviceId: string): string {
  return `api/plugins/telemetry/DEVICE/${encodeURIComponent(deviceId)}/values`;
}
