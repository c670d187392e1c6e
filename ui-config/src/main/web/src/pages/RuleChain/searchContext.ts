// SPDX-License-Identifier: Apache-2.0
import { createContext, use } from 'react';
import type { NodeId } from '../../model/chain/document';

/** The search in the chain. */
export interface ChainSearching {
  readonly text: string;
  readonly matches: readonly NodeId[];
  /** Index of the match that is shown; -1 before the first. */
  readonly position: number;
  readonly search: (text: string) => void;
  /** Goes on by a number of matches and answers the match, if there is one. */
  readonly goTo: (step: number) => NodeId | undefined;
}

export const SearchContext = createContext<ChainSearching | undefined>(undefined);

/** The nodes that the search has found. */
export const FoundContext = createContext<ReadonlySet<NodeId>>(new Set());

export function useChainSearch(): ChainSearching {
  const searching = use(SearchContext);
  if (searching === undefined) {
    throw new Error('There is no search around this component.');
  }
  return searching;
}

export function useFound(id: NodeId): boolean {
  return use(FoundContext).has(id);
}
