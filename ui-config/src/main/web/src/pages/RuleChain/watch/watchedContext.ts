// SPDX-License-Identifier: Apache-2.0
import { createContext, use } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** The ids of what is watched. One query serves all nodes of the canvas. */
export const WatchedContext = createContext<ReadonlySet<string>>(NONE);

export function useIsWatched(id: string): boolean {
  return use(WatchedContext).has(id);
}
