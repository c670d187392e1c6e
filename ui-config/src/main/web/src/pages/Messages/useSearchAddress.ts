// SPDX-License-Identifier: Apache-2.0
import type { MessageFilter } from '../../api/paths';
import { useAddress } from '../../components/useAddress';
import { addressOf, spanIn, type OnFilter } from '../../model/filter';

export const OUTCOMES = [
  'DONE',
  'DONE_WITHOUT_EFFECT',
  'DEAD_LETTERED',
  'DROPPED_BY_POLICY',
  'HANDED_OVER',
] as const;
export const REASONS = ['FAILED', 'SLOW', 'WATCHED'] as const;

/** What is sought. It stands in the address, so that "back" and a reload lead to the same list. */
export function useSearchAddress(): {
  readonly filter: MessageFilter;
  readonly showFilter: OnFilter<MessageFilter>;
} {
  const [params, changeAddress] = useAddress();
  return {
    filter: filterIn(params),
    showFilter: (part, again) =>
      changeAddress((present) => paramsOf({ ...filterIn(present), ...part }), again),
  };
}

export function filterIn(params: URLSearchParams): MessageFilter {
  const text = (name: string) => params.get(name) ?? '';
  return {
    deviceId: text('device'),
    ruleChainId: text('chain'),
    ruleNodeId: text('node'),
    outcome: OUTCOMES.find((each) => each === text('outcome')) ?? '',
    reason: REASONS.find((each) => each === text('reason')) ?? '',
    type: text('type'),
    messageId: text('message'),
    ...spanIn(params),
  };
}

export function paramsOf(filter: MessageFilter): URLSearchParams {
  return addressOf(filter, {
    device: filter.deviceId,
    chain: filter.ruleChainId,
    node: filter.ruleNodeId,
    outcome: filter.outcome,
    reason: filter.reason,
    type: filter.type,
    message: filter.messageId,
  });
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True if the text for the id of a message is no id: the server refuses it. */
export function isNoId({ messageId }: MessageFilter): boolean {
  return messageId !== '' && !UUID.test(messageId);
}
