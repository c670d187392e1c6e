// SPDX-License-Identifier: Apache-2.0
import { SORT_PROPERTIES, type DeadLetterFilter, type SortProperty } from '../../api/deadLetters';
import { useAddress } from '../../components/useAddress';
import { pageIn } from '../../model/address';
import { addressOf, spanIn, type OnFilter } from '../../model/filter';

/** What the list shows. It stands in the address, so that "back" and a reload lead to the same list. */
export interface LetterListState {
  readonly filter: DeadLetterFilter;
  /** Counted from 0. */
  readonly page: number;
  readonly sortProperty: SortProperty;
  readonly descending: boolean;
}

const NEWEST_FIRST = '-createdTime';

export function useLetterAddress(): LetterListState & {
  readonly show: (change: Partial<Omit<LetterListState, 'filter'>>) => void;
  /** Shows the first page of the list with a part of the filter changed. */
  readonly showFilter: OnFilter<DeadLetterFilter>;
} {
  const [params, changeAddress] = useAddress();
  return {
    ...stateIn(params),
    show: (change) => changeAddress((present) => paramsOf({ ...stateIn(present), ...change })),
    showFilter: (part, again) =>
      changeAddress((present) => {
        const state = stateIn(present);
        return paramsOf({ ...state, filter: { ...state.filter, ...part }, page: 0 });
      }, again),
  };
}

export function stateIn(params: URLSearchParams): LetterListState {
  const text = (name: string) => params.get(name) ?? '';
  const property = text('sort').replace(/^-/, '');
  const known = SORT_PROPERTIES.find((each) => each === property);
  return {
    filter: {
      textSearch: text('search'),
      queueName: text('queue'),
      messageType: text('type'),
      ruleChainId: text('chain'),
      ...spanIn(params),
    },
    page: pageIn(params),
    sortProperty: known ?? 'createdTime',
    descending: known === undefined || text('sort').startsWith('-'),
  };
}

export function paramsOf({
  filter,
  page,
  sortProperty,
  descending,
}: LetterListState): URLSearchParams {
  const sort = `${descending ? '-' : ''}${sortProperty}`;
  return addressOf(filter, {
    search: filter.textSearch,
    queue: filter.queueName,
    type: filter.messageType,
    chain: filter.ruleChainId,
    sort: sort === NEWEST_FIRST ? '' : sort,
    page: page > 0 ? String(page + 1) : '',
  });
}
