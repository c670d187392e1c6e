// SPDX-License-Identifier: Apache-2.0
// The message of a test run, as it is typed.
import type * as schemas from '../../api/schemas';
import type { EntityId } from '../../api/types';
import type { NodeId } from '../chain/document';
import { writeJson, type ExactJson } from '../exactJson';
import { DEFAULT_SAMPLE, type Sample } from '../script/sample';

/** A simulated answer to the calls of a node. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything that a run needs besides the chain. */
export interface TestDraft {
  readonly sample: Sample;
  /** Null: the tenant. */
  readonly originator: schemas.TestInputOriginator | null;
  /** The node that the message enters; null: the first one. */
  readonly start: NodeId | null;
  /** By the name of the calling node. */
  readonly replies: Readonly<Record<string, Reply>>;
  /** Properties of the message that have no field here. */
  readonly others: Pick<schemas.TestInputMessage, 'customerId' | 'ts' | 'queueName'>;
}

export const EMPTY_REPLY: Reply = { status: 200, body: '', headers: {} };

export const NEW_DRAFT: TestDraft = {
  sample: DEFAULT_SAMPLE,
  originator: null,
  start: null,
  replies: {},
  others: {},
};

/** The types of messages that chains get most, with data as they carry it. */
export const TEMPLATES: Readonly<Record<string, ExactJson>> = {
  POST_TELEMETRY_REQUEST: { temperature: 22.4, humidity: 78 },
  POST_ATTRIBUTES_REQUEST: { firmware: '1.2.0' },
  TO_SERVER_RPC_REQUEST: { method: 'getTime', params: {} },
  CONNECT_EVENT: { active: true },
  DISCONNECT_EVENT: { active: false },
  ACTIVITY_EVENT: { active: true },
  INACTIVITY_EVENT: { active: false },
  ENTITY_CREATED: { name: 'Test Device', type: 'default' },
  ATTRIBUTES_UPDATED: { limit: 30 },
  ALARM: { type: 'High temperature', severity: 'CRITICAL', status: 'ACTIVE_UNACK' },
};

/** The sample with another type, and with the data of that type if it has a template. */
export function templateOf(sample: Sample, msgType: string): Sample {
  const data = TEMPLATES[msgType];
  return data === undefined
    ? { ...sample, msgType }
    : { ...sample, msgType, data: writeJson(data, 2) };
}

export interface TestInput {
  readonly message: Omit<schemas.TestInputMessage, 'data'> & { readonly data?: ExactJson };
  readonly fromNodeId?: EntityId | null;
  readonly replies?: Readonly<Record<string, schemas.TestInputAnswer>> | null;
}

/** The request of a run. The data is sent as a text, which the server takes unchanged. */
export function inputOf({ sample, originator, start, replies, others }: TestDraft): TestInput {
  return {
    message: {
      ...others,
      originator,
      msgType: sample.msgType,
      metadata: sample.metadata,
      data: sample.data,
    },
    fromNodeId: start === null ? null : { entityType: 'RULE_NODE', id: start },
    replies,
  };
}

/** Reads what {@link inputOf} wrote, or what a request over REST had. */
export function draftOf({ message, fromNodeId, replies }: TestInput): TestDraft {
  const { originator, msgType, metadata, data, ...others } = message;
  return {
    sample: {
      msgType: msgType ?? 'POST_TELEMETRY_REQUEST',
      metadata: metadata ?? {},
      data: data === undefined || data === null ? '{}' : textOf(data),
    },
    originator: originator ?? null,
    start: fromNodeId?.id ?? null,
    replies: Object.fromEntries(
      Object.entries(replies ?? {}).map(([node, { status, body, headers }]) => [
        node,
        {
          status: status ?? EMPTY_REPLY.status,
          body: body === undefined || body === null ? '' : textOf(body as ExactJson),
          headers: headers ?? {},
        },
      ]),
    ),
    others,
  };
}

function textOf(data: ExactJson): string {
  return typeof data === 'string' ? data : writeJson(data, 2);
}
