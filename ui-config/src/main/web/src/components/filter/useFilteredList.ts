// SPDX-License-Identifier: Apache-2.0
import type { OnFilter } from '../../model/filter';
import { useAddress } from '../useAddress';

/** What a list with a filter shows. It stands in the address, so that "back" and a reload lead to the same list. */
export interface FilteredList<F, P> {
  readonly filter: F;
  /** Counted from 0. */
  readonly page: number;
  readonly sortProperty: P;
  readonly descending: boolean;
}

/**
 * @param stateIn reads an address
 * @param paramsOf makes the address of a state
 */
export function useFilteredList<F, P>(
  stateIn: (params: URLSearchParams) => FilteredList<F, P>,
  paramsOf: (state: FilteredList<F, P>) => URLSearchParams,
): FilteredList<F, P> & {
  readonly show: (change: Partial<Omit<FilteredList<F, P>, 'filter'>>) => void;
  /** Shows the first page of the list with a part of the filter changed. */
  readonly showFilter: OnFilter<F>;
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
