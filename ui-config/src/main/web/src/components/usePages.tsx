// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { Pager } from './Pager';

interface Paged<T> {
  /** The items of the page that is shown. */
  readonly shown: readonly T[];
  /** Chooses the page; shows nothing if there is only one. */
  readonly control: ReactNode;
}

/** Divides a list that is here as a whole into pages. */
export function usePages<T>(items: readonly T[], size: number): Paged<T> {
  const [wanted, setWanted] = useState(0);
  const total = Math.max(1, Math.ceil(items.length / size));
  // The list may have become shorter.
  const page = Math.min(wanted, total - 1);
  return {
    shown: items.slice(page * size, (page + 1) * size),
    control: <Pager pages={total} page={page} padding="xs" onPage={setWanted} />,
  };
}
