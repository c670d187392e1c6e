// SPDX-License-Identifier: Apache-2.0
import { useSearchParams } from 'react-router';
import { SORT_PROPERTIES, type SortProperty } from '../../api/ruleChains';

/** What the list shows. It stands in the address, so that "back" and a reload lead to the same list. */
export interface ListState {
  readonly search: string;
  /** Counted from 0. */
  readonly page: number;
  readonly sortProperty: SortProperty;
  readonly descending: boolean;
}

export function useListAddress(): ListState & {
  readonly show: (change: Partial<ListState>, replace?: boolean) => void;
} {
  const [params, setParams] = useSearchParams();
  const sort = params.get('sort') ?? '';
  const property = sort.replace(/^-/, '');
  const state: ListState = {
    search: params.get('search') ?? '',
    page: Math.max(0, (Number.parseInt(params.get('page') ?? '1', 10) || 1) - 1),
    sortProperty: SORT_PROPERTIES.find((each) => each === property) ?? 'name',
    descending: sort.startsWith('-'),
  };
  return {
    ...state,
    show: (change, replace = false) => {
      const { search, page, sortProperty, descending } = { ...state, ...change };
      const next = new URLSearchParams();
      if (search !== '') {
        next.set('search', search);
      }
      if (sortProperty !== 'name' || descending) {
        next.set('sort', `${descending ? '-' : ''}${sortProperty}`);
      }
      if (page > 0) {
        next.set('page', String(page + 1));
      }
      setParams(next, { replace });
    },
  };
}
