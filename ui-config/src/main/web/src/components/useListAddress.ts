// SPDX-License-Identifier: Apache-2.0
import { pageIn } from '../model/address';
import { useAddress } from './useAddress';

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
  const [params, changeAddress] = useAddress();
  return {
    ...stateIn(params, properties),
    show: (change, replace = false) =>
      changeAddress((present) => {
        const state = { ...stateIn(present, properties), ...change };
        return paramsOf(state, properties, valuesOf(present, filters));
      }, replace),
  };
}

function stateIn<P extends string>(
  params: URLSearchParams,
  properties: readonly [P, ...P[]],
): ListState<P> {
  const sort = params.get('sort') ?? '';
  const property = sort.replace(/^-/, '');
  return {
    search: params.get('search') ?? '',
    page: pageIn(params),
    sortProperty: properties.find((each) => each === property) ?? properties[0],
    descending: sort.startsWith('-'),
  };
}

function paramsOf<P extends string>(
  { search, page, sortProperty, descending }: ListState<P>,
  [first]: readonly [P, ...P[]],
  kept: [string, string][],
): URLSearchParams {
  const next = new URLSearchParams(kept);
  if (search !== '') {
    next.set('search', search);
  }
  if (sortProperty !== first || descending) {
    next.set('sort', `${descending ? '-' : ''}${sortProperty}`);
  }
  if (page > 0) {
    next.set('page', String(page + 1));
  }
  return next;
}

function valuesOf(params: URLSearchParams, names: readonly string[]): [string, string][] {
  return names.flatMap((name) =>
    params.getAll(name).map((value): [string, string] => [name, value]),
  );
}
