// SPDX-License-Identifier: Apache-2.0
import type * as schemas from './schemas';
import { authorized } from './session';
import type { Answer, Page } from './types';

export type DeadLetter = Answer<schemas.DeadLetterSummary>;
export type DeadLetterDetails = Answer<schemas.DeadLetterDetails>;
export type ResendResult = Answer<schemas.ResendResult>;
export type DeleteResult = Answer<schemas.DeleteResult>;

export const SORT_PROPERTIES = [
  'createdTime',
  'messageType',
  'ruleNodeName',
  'queueName',
  'error',
  'attempts',
] as const;
export type SortProperty = (typeof SORT_PROPERTIES)[number];

/** Which dead letters are meant; an empty text and an absent time are no condition. */
export interface DeadLetterFilter {
  /** In the error, the name of the node or the message type. */
  readonly textSearch: string;
  readonly queueName: string;
  readonly messageType: string;
  readonly ruleChainId: string;
  /** Milliseconds since 1970, inclusive, as is the end. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

export const NO_FILTER: DeadLetterFilter = {
  textSearch: '',
  queueName: '',
  messageType: '',
  ruleChainId: '',
  startTime: undefined,
  endTime: undefined,
};

export interface DeadLetterListRequest {
  readonly pageSize: number;
  /** Counted from 0. */
  readonly page: number;
  readonly sortProperty: SortProperty;
  readonly descending: boolean;
  readonly filter: DeadLetterFilter;
}

export function listDeadLetters(
  { pageSize, page, sortProperty, descending, filter }: DeadLetterListRequest,
  signal?: AbortSignal,
): Promise<Page<DeadLetter>> {
  const query = queryOf(filter);
  query.set('pageSize', String(pageSize));
  query.set('page', String(page));
  query.set('sortProperty', sortProperty);
  query.set('sortOrder', descending ? 'DESC' : 'ASC');
  return authorized(`api/deadLetters?${query}`, { signal });
}

function queryOf(filter: DeadLetterFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter) as [string, string | number | undefined][]) {
    if (value !== undefined && value !== '') {
      query.set(name, String(value));
    }
  }
  return query;
}

export function readDeadLetter(id: string, signal?: AbortSignal): Promise<DeadLetterDetails> {
  return authorized(pathOf(id), { signal });
}

/** A call on one letter waits up to two seconds for room and ten until the message is safe. */
const ONE_MS = 30_000;

/** A call on many letters waits up to two minutes for room and ten seconds until the last message is safe. */
const MANY_MS = 150_000;

/** Parts of a message; those that are absent stay as they are. */
export type RepairedMessage = schemas.RepairedMessage;

/**
 * Sends the message of a letter again, with the repaired parts if there are some.
 *
 * @throws ApiError 400 if a part is not valid, 404 if the letter is gone, 409 if another call sends it, 503 if the
 *     queue has no room
 */
export function resendDeadLetter(id: string, repaired?: RepairedMessage): Promise<ResendResult> {
  return authorized(`${pathOf(id)}/resend`, {
    method: 'POST',
    body: repaired,
    timeoutMs: ONE_MS,
    refusesWith: [503],
  });
}

/** Sends the messages of up to 1,000 letters again. */
export function resendDeadLetters(ids: readonly string[]): Promise<ResendResult> {
  return authorized('api/deadLetters/resend', {
    method: 'POST',
    body: { ids },
    timeoutMs: MANY_MS,
    refusesWith: [503],
  });
}

export function deleteDeadLetter(id: string): Promise<void> {
  return authorized(pathOf(id), { method: 'DELETE' });
}

/** Deletes up to 1,000 letters by their ids. */
export function deleteDeadLetters(ids: readonly string[]): Promise<DeleteResult> {
  return authorized('api/deadLetters', { method: 'DELETE', body: { ids }, timeoutMs: MANY_MS });
}

/** Deletes all letters of a filter. It must have a condition: the server refuses a call that names no letters. */
export function deleteFilteredDeadLetters(filter: DeadLetterFilter): Promise<DeleteResult> {
  return authorized(`api/deadLetters?${queryOf(filter)}`, {
    method: 'DELETE',
    timeoutMs: MANY_MS,
  });
}

function pathOf(id: string): string {
  return `api/deadLetter/${encodeURIComponent(id)}`;
}
