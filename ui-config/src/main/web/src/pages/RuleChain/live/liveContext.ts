// SPDX-License-Identifier: Apache-2.0
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NodeState, NodeStates } from '../../../model/live';

/** The live figures of the open chain. Each node reads its own, so that a second's figures draw no node again. */
export interface LiveState {
  readonly shown: boolean;
  readonly states: NodeStates | undefined;
  readonly byNode: ReadonlyMap<string, NodeState>;
  readonly error: Error | null;
}

export type LiveStore = StoreApi<LiveState>;

const KEY = 'millrace.liveFigures';
const NOTHING: LiveState = { shown: false, states: undefined, byNode: new Map(), error: null };

/** Figures are shown unless the user has hidden them before. */
export function createLiveStore(): LiveStore {
  return createStore(() => ({ ...NOTHING, shown: localStorage.getItem(KEY) !== 'hidden' }));
}

export function show(store: LiveStore, shown: boolean): void {
  if (shown) {
    localStorage.removeItem(KEY);
  } else {
    localStorage.setItem(KEY, 'hidden');
  }
  store.setState({ ...NOTHING, shown });
}

export function receive(
  store: LiveStore,
  states: NodeStates | undefined,
  error: Error | null,
): void {
  const byNode = new Map((states?.nodes ?? []).map((node) => [node.id.id, node]));
  store.setState({ states, byNode, error });
}

const NO_STORE: LiveStore = createStore(() => NOTHING);

export const LiveContext = createContext<LiveStore>(NO_STORE);

export function useLive<T>(selector: (state: LiveState) => T): T {
  return useStore(use(LiveContext), selector);
}
