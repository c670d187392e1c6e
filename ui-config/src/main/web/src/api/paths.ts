// SPDX-License-Identifier: Apache-2.0
import type * as schemas from './schemas';
import { authorized } from './session';

export type Hop = schemas.PathHopView;

/** A delivery of a message that has ended, with the nodes that each branch passed. */
export type Delivery = schemas.PathDeliveryView;

/** A message at one place of its path. */
export type Content = schemas.PathContentView;

export type KeptReason = schemas.KeptReason;

export type MessagePath = schemas.PathView;

/** @throws ApiError with status 404 if the path is no longer kept */
export function readPath(messageId: string, signal?: AbortSignal): Promise<MessagePath> {
  return authorized(`api/messages/${encodeURIComponent(messageId)}/path`, { signal });
}

/** A page of messages, the latest first, and what is missing in it. */
export type FoundMessages = schemas.MessagesView;

/** Which messages are sought; an empty text and an absent time are no condition. */
export interface MessageFilter {
  /** The originator, a device. */
  readonly deviceId: string;
  readonly ruleChainId: string;
  readonly ruleNodeId: string;
  readonly outcome: schemas.Outcome | '';
  readonly reason: KeptReason | '';
  /** The type of the message when it was accepted. */
  readonly type: string;
  readonly messageId: string;
  /** Milliseconds since 1970, inclusive, as is the end. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

export const NO_MESSAGE_FILTER: MessageFilter = {
  deviceId: '',
  ruleChainId: '',
  ruleNodeId: '',
  outcome: '',
  reason: '',
  type: '',
  messageId: '',
  startTime: undefined,
  endTime: undefined,
};

/** Messages that are kept or that the instances remember. `before`: only those that ended before this time. */
export function searchMessages(
  filter: Partial<MessageFilter>,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
  signal?: AbortSignal,
): Promise<FoundMessages> {
  return authorized(`api/messages?${queryOf(filter, limit, before)}`, { signal });
}

/** The parameters of a search; conditions that are empty have none. */
export function queryOf(
  { deviceId = '', ...filter }: Partial<MessageFilter>,
  limit: number,
  before?: number,
): URLSearchParams {
  const conditions = Object.entries({
    ...(deviceId === '' ? {} : { entityType: 'DEVICE', entityId: deviceId }),
    ...filter,
    before,
    limit,
  });
  return new URLSearchParams(
    conditions
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}
