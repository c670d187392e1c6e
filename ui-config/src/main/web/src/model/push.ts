// SPDX-License-Identifier: Apache-2.0
import { readJson } from './exactJson';
import type { NodeStates } from './live';
import type { PointsByKey, Value } from './telemetry';

/** What a subscription is about. */
export type Topic = ValuesTopic | NodeStatesTopic;

/** Values of a device. */
export interface ValuesTopic {
  readonly type: 'TIMESERIES' | 'ATTRIBUTES';
  readonly deviceId: string;
  readonly scope: 'LATEST_TELEMETRY' | AttributeScope;
}

/** States and figures of the nodes of a rule chain. */
export interface NodeStatesTopic {
  readonly type: 'RULE_NODE_STATES';
  readonly chainId: string;
}

export type AttributeScope = 'CLIENT_SCOPE' | 'SERVER_SCOPE' | 'SHARED_SCOPE';

/** A message of the server. */
export interface Update {
  readonly subscriptionId: number;
  /** 0 if there is no error. */
  readonly errorCode: number;
  readonly errorMsg: string | null;
  /** The newest value of a key comes first. */
  readonly data: Readonly<Record<string, readonly (readonly [number, Value])[]>> | null;
  readonly nodeStates?: NodeStates;
}

/** Topics with the same name share one subscription. */
export function nameOf(topic: Topic): string {
  return topic.type === 'RULE_NODE_STATES'
    ? `${topic.type} ${topic.chainId}`
    : `${topic.type} ${topic.deviceId} ${topic.scope}`;
}

/** The command that begins the subscription of a topic. Values keep their types. */
export function subscribeCommand(topic: Topic, cmdId: number): object {
  if (topic.type === 'RULE_NODE_STATES') {
    return { type: topic.type, cmdId, entityType: 'RULE_CHAIN', entityId: topic.chainId };
  }
  return {
    type: topic.type,
    cmdId,
    entityType: 'DEVICE',
    entityId: topic.deviceId,
    scope: topic.scope,
    useStrictDataTypes: true,
  };
}

export function unsubscribeCommand(topic: Topic, cmdId: number): object {
  return { ...subscribeCommand(topic, cmdId), unsubscribe: true };
}

/** Reads a message; undefined if it is none of a subscription. */
export function readUpdate(text: string): Update | undefined {
  try {
    const message = readJson(text) as Partial<Update> | null;
    return typeof message?.subscriptionId === 'number' ? (message as Update) : undefined;
  } catch {
    return undefined;
  }
}

/** The points after an update. A key whose value is null was deleted. */
export function updated(points: PointsByKey, data: Update['data']): PointsByKey {
  const next = new Map(Object.entries(points));
  for (const [key, [newest]] of Object.entries(data ?? {})) {
    if (newest === undefined || newest[1] === null) {
      next.delete(key);
    } else {
      next.set(key, [{ ts: newest[0], value: newest[1] }]);
    }
  }
  return Object.fromEntries(next);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * How long to wait before the next attempt to connect: twice as long after each failure, and spread, so that the
 * clients of a server that was restarted do not come back at the same moment.
 *
 * @param failures number of failed attempts in a row, from 1
 * @param random from 0 to 1
 */
export function pauseAfter(failures: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return longest * (0.5 + random / 2);
}
