// SPDX-License-Identifier: Apache-2.0
import { SORT_PROPERTIES, type DeadLetterFilter, type SortProperty } from '../../api/deadLetters';
import { useFilteredList, type FilteredList } from '../../components/filter/useFilteredList';
import { pageIn } from '../../model/address';
import { addressOf, spanIn } from '../../model/filter';

export type LetterListState = FilteredList<DeadLetterFilter, SortProperty>;

const NEWEST_FIRST = '-createdTime';

export const useLetterAddress = () => useFilteredList(stateIn, paramsOf);

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
