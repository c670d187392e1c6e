// SPDX-License-Identifier: Apache-2.0
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { Catalogue } from '../../model/chain/catalogue';
import type { ChainState, ChainStore } from '../../store/chainStore';
import type { Commands } from './commands';

/** What the parts of the editor share; it stays the same while a chain is open. */
export interface ChainEditing {
  readonly store: ChainStore;
  readonly catalogue: Catalogue;
  readonly commands: Commands;
}

export const ChainContext = createContext<ChainEditing | undefined>(undefined);

export function useEditing(): ChainEditing {
  const editing = use(ChainContext);
  if (editing === undefined) {
    throw new Error('There is no rule chain around this component.');
  }
  return editing;
}

/** A slice of the state. The selector must answer the same object for the same state. */
export function useChain<T>(selector: (state: ChainState) => T): T {
  return useStore(useEditing().store, selector);
}
