// SPDX-License-Identifier: Apache-2.0
import { useSearchParams } from 'react-router';

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
  const [params, setParams] = useSearchParams();
  const views = viewsOf(seesAll);
  const first = seesAll ? 'ledger' : 'search';
  const view = views.find((each) => each === params.get('view')) ?? first;
  return {
    view,
    page: Math.max(0, (Number.parseInt(params.get('page') ?? '1', 10) || 1) - 1),
    show: (change) => {
      const next = { view, page: 0, ...change };
      setParams({
        ...(next.view === first ? {} : { view: next.view }),
        ...(next.page === 0 ? {} : { page: String(next.page + 1) }),
      });
    },
  };
}
