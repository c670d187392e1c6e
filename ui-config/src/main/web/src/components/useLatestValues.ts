// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readLatest } from '../api/telemetry';
import { changedKeys, latestValues, type LatestValue } from '../model/telemetry';

const REFRESH_MS = 2_000;

export interface LiveValues {
  /** Undefined until the server has answered. */
  readonly values: readonly LatestValue[] | undefined;
  /** The keys that the last answer changed. */
  readonly changed: ReadonlySet<string>;
  readonly error: Error | null;
}

/** The latest values of a device, asked for again and again while the page is in sight. */
export function useLatestValues(deviceId: string): LiveValues {
  const { data: values, error } = useQuery({
    queryKey: ['latest', deviceId],
    queryFn: ({ signal }) => readLatest(deviceId, signal),
    select: latestValues,
    refetchInterval: REFRESH_MS,
  });
  const [seen, setSeen] = useState<Omit<LiveValues, 'error'>>({ values, changed: new Set() });
  if (values !== undefined && values !== seen.values) {
    const next = { values, changed: changedKeys(seen.values, values) };
    setSeen(next);
    return { ...next, error };
  }
  return { values, changed: seen.changed, error };
}
