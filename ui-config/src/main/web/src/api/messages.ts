// SPDX-License-Identifier: Apache-2.0
import type { Ledger } from '../model/ledger';
import type { RuleChain } from './ruleChains';
import type * as schemas from './schemas';
import { authorized } from './session';
import type { Answer, Page } from './types';

export type QueueState = Answer<schemas.QueueState>;
export type SubmitStrategy = QueueState['submitStrategy'];
export type ProcessingStrategy = QueueState['processingStrategy'];
export type QueueStates = schemas.QueueStatesView;

/** The counts of all messages since the start of the instances. */
export function readLedger(signal?: AbortSignal): Promise<Ledger> {
  return authorized('api/ledger', { signal });
}

/** The queues of the user's messages with what is in them. */
export function listQueueStates(
  { pageSize, page }: { readonly pageSize: number; readonly page: number },
  signal?: AbortSignal,
): Promise<Page<QueueState> & Pick<QueueStates, 'unanswered'>> {
  return authorized(`api/queues/state?pageSize=${pageSize}&page=${page}`, { signal });
}

/** The rule chain that messages enter which name no other; undefined if the tenant has none. */
export async function readRootRuleChain(signal?: AbortSignal): Promise<RuleChain | undefined> {
  const { data } = await authorized<Page<RuleChain>>(
    'api/ruleChains?pageSize=1&page=0&sortProperty=root&sortOrder=DESC',
    { signal },
  );
  return data.find(({ root }) => root);
}
