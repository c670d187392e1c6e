// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { readLatest } from '../api/telemetry';
import type { Topic } from '../model/push';
import { changedKeys, latestValues, type LatestValue } from '../model/telemetry';
import { POLL_MS, usePushState, usePushed } from './usePushed';

export interface LiveValues {
  /** Undefined until the server has answered. */
  readonly values: readonly LatestValue[] | undefined;
  /** The keys that the last answer changed. */
  readonly changed: ReadonlySet<string>;
  readonly error: Error | null;
}

/** The latest values of a device: pushed by the server, or asked for now and then while the connection is down. */
export function useLatestValues(deviceId: string): LiveValues {
  const topic = useMemo<Topic>(
    () => ({ type: 'TIMESERIES', deviceId, scope: 'LATEST_TELEMETRY' }),
    [deviceId],
  );
  const pushed = usePushed(topic);
  const isDown = usePushState() === 'down';
  const polled = useQuery({
    queryKey: ['latest', deviceId],
    queryFn: ({ signal }) => readLatest(deviceId, signal),
    enabled: isDown,
    refetchInterval: POLL_MS,
  });
  const points = polled.dataUpdatedAt > pushed.at ? polled.data : (pushed.points ?? polled.data);
  const values = useMemo(() => (points === undefined ? undefined : latestValues(points)), [points]);
  const error = isDown ? polled.error : pushed.error;

  const [seen, setSeen] = useState<Omit<LiveValues, 'error'>>({ values, changed: new Set() });
  if (values !== undefined && values !== seen.values) {
    const next = { values, changed: changedKeys(seen.values, values) };
    setSeen(next);
    return { ...next, error };
  }
  return { values, changed: seen.changed, error };
}
