// SPDX-License-Identifier: Apache-2.0
import { useSearchParams } from 'react-router';

/** What a list shows. It stands in the address, so that "back" and a reload lead to the same list. */
export interface ListState<P extends string> {
  readonly search: string;
  /** Counted from 0. */
  readonly page: number;
  readonly sortProperty: P;
  readonly descending: boolean;
}

/**
 * @param properties what the list can be sorted by; it is sorted by the first where the address names none
 * @param filters other parts of the address that belong to the list, such as filters
 */
export function useListAddress<P extends string>(
  properties: readonly [P, ...P[]],
  filters: readonly string[] = [],
): ListState<P> & {
  readonly show: (change: Partial<ListState<P>>, replace?: boolean) => void;
} {
  const [params, setParams] = useSearchParams();
  const sort = params.get('sort') ?? '';
  const property = sort.replace(/^-/, '');
  const [first] = properties;
  const state: ListState<P> = {
    search: params.get('search') ?? '',
    page: Math.max(0, (Number.parseInt(params.get('page') ?? '1', 10) || 1) - 1),
    sortProperty: properties.find((each) => each === property) ?? first,
    descending: sort.startsWith('-'),
  };
  return {
    ...state,
    show: (change, replace = false) => {
      const { search, page, sortProperty, descending } = { ...state, ...change };
      const next = new URLSearchParams(
        filters.flatMap((name) => params.getAll(name).map((value) => [name, value])),
      );
      if (search !== '') {
        next.set('search', search);
      }
      if (sortProperty !== first || descending) {
        next.set('sort', `${descending ? '-' : ''}${sortProperty}`);
      }
      if (page > 0) {
        next.set('page', String(page + 1));
      }
      setParams(next, { replace });
    },
  };
}
