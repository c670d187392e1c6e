// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAttributes } from '../api/telemetry';
import type { Attribute } from '../api/types';
import type { AttributeScope, Topic } from '../model/push';
import type { PointsByKey } from '../model/telemetry';
import { POLL_MS, usePushState, usePushed } from './usePushed';

export interface LiveAttributes {
  /** Undefined until the server has answered. */
  readonly attributes: readonly Attribute[] | undefined;
  readonly error: Error | null;
}

/** The attributes of a device in a scope: pushed by the server, or asked for now and then while the connection is down. */
export function useAttributes(deviceId: string, scope: AttributeScope): LiveAttributes {
  const topic = useMemo<Topic>(() => ({ type: 'ATTRIBUTES', deviceId, scope }), [deviceId, scope]);
  const pushed = usePushed(topic);
  const isDown = usePushState() === 'down';
  const polled = useQuery({
    queryKey: ['attributes', deviceId, scope],
    queryFn: ({ signal }) => readAttributes(deviceId, scope, signal),
    enabled: isDown,
    refetchInterval: POLL_MS,
  });
  const attributes = useMemo(
    () => (pushed.points === undefined ? undefined : attributesOf(pushed.points)),
    [pushed.points],
  );
  return {
    attributes: polled.dataUpdatedAt > pushed.at ? polled.data : (attributes ?? polled.data),
    error: isDown ? polled.error : pushed.error,
  };
}

function attributesOf(points: PointsByKey): readonly Attribute[] {
  return Object.entries(points).flatMap(([key, [newest]]) =>
    newest === undefined ? [] : [{ key, value: newest.value, lastUpdateTs: newest.ts }],
  );
}
