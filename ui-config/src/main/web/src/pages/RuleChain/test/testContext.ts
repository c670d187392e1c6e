// SPDX-License-Identifier: Apache-2.0
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { ConnectionId, NodeId } from '../../../model/chain/document';
import { NO_LABELS, UNREACHED, type Passage } from '../../../model/test/way';
import type { TestState, TestStore } from '../../../store/testStore';
import type { TestCommands } from './testCommands';

/** What the parts of the test panel share with the drawing. */
export interface Testing {
  readonly store: TestStore;
  readonly commands: TestCommands;
}

export const TestContext = createContext<Testing | undefined>(undefined);

export function useTesting(): Testing {
  const testing = use(TestContext);
  if (testing === undefined) {
    throw new Error('There is no test panel around this component.');
  }
  return testing;
}

/** A slice of the state. The selector must answer the same object for the same state. */
export function useTest<T>(selector: (state: TestState) => T): T {
  return useStore(useTesting().store, selector);
}

/** What the run that is shown did at a node; undefined if none is shown. */
export function usePassage(id: NodeId): Passage | undefined {
  return useTest(({ way }) => (way === undefined ? undefined : (way.nodes.get(id) ?? UNREACHED)));
}

/** The labels by which the message of the run that is shown went along a connection; undefined if none is shown. */
export function usePassedLabels(id: ConnectionId | undefined): ReadonlySet<string> | undefined {
  return useTest(({ way }) =>
    way === undefined || id === undefined ? undefined : (way.connections.get(id) ?? NO_LABELS),
  );
}
