// SPDX-License-Identifier: Apache-2.0
import { useAddress } from '../../components/useAddress';
import { pageIn } from '../../model/address';

export const VIEWS = ['search', 'ledger', 'queues'] as const;
export type View = (typeof VIEWS)[number];

interface MessagesAddress {
  readonly view: View;
  /** Counted from 0. */
  readonly page: number;
  /** Shows the first page of a view, or another page of the present view. */
  readonly show: (change: { readonly view: View } | { readonly page: number }) => void;
}

/** The views of a user, the first of them without a name in the address. The search is for administrators of tenants. */
export function viewsOf(seesAll: boolean): readonly View[] {
  return seesAll ? VIEWS.filter((view) => view !== 'search') : VIEWS;
}

/** What the page shows. It stands in the address, so that "back" and a reload lead to the same. */
export function useMessagesAddress(seesAll: boolean): MessagesAddress {
  const [params, changeAddress] = useAddress();
  const views = viewsOf(seesAll);
  const first = seesAll ? 'ledger' : 'search';
  const viewIn = (address: URLSearchParams) =>
    views.find((each) => each === address.get('view')) ?? first;
  return {
    view: viewIn(params),
    page: pageIn(params),
    show: (change) => {
      changeAddress((present) => {
        const next = { view: viewIn(present), page: 0, ...change };
        return new URLSearchParams({
          ...(next.view === first ? {} : { view: next.view }),
          ...(next.page === 0 ? {} : { page: String(next.page + 1) }),
        });
      });
    },
  };
}
