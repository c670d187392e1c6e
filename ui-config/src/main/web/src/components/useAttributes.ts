// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PushedValues } from '../api/push';
import { readAttributes } from '../api/telemetry';
import type { Attribute } from '../api/types';
import type { AttributeScope, Topic } from '../model/push';
import { POLL_MS, usePushState, usePushed } from './usePushed';

interface LiveAttributes {
  /** Undefined until the server has answered. The same key may stand in several scopes. */
  readonly attributes: readonly Attribute[] | undefined;
  readonly error: Error | null;
}

/** The attributes of a device: pushed by the server, or asked for now and then while the connection is down. */
export function useAttributes(deviceId: string): LiveAttributes {
  const client = useScope(deviceId, 'CLIENT_SCOPE');
  const server = useScope(deviceId, 'SERVER_SCOPE');
  const shared = useScope(deviceId, 'SHARED_SCOPE');
  const isDown = usePushState() === 'down';
  const polled = useQuery({
    queryKey: ['attributes', deviceId],
    queryFn: ({ signal }) => readAttributes(deviceId, signal),
    enabled: isDown,
    refetchInterval: POLL_MS,
  });
  const pushed = useMemo(() => joined([client, server, shared]), [client, server, shared]);
  const pushedAt = Math.max(client.at, server.at, shared.at);
  return {
    attributes: polled.dataUpdatedAt > pushedAt ? polled.data : (pushed ?? polled.data),
    error: isDown ? polled.error : (client.error ?? server.error ?? shared.error),
  };
}

function useScope(deviceId: string, scope: AttributeScope): PushedValues {
  const topic = useMemo<Topic>(() => ({ type: 'ATTRIBUTES', deviceId, scope }), [deviceId, scope]);
  return usePushed(topic);
}

/** Undefined until all scopes are known. */
function joined(scopes: readonly PushedValues[]): readonly Attribute[] | undefined {
  const attributes: Attribute[] = [];
  for (const { points } of scopes) {
    if (points === undefined) {
      return undefined;
    }
    for (const [key, [newest]] of Object.entries(points)) {
      if (newest !== undefined) {
        attributes.push({ key, value: newest.value, lastUpdateTs: newest.ts });
      }
    }
  }
  return attributes;
}
