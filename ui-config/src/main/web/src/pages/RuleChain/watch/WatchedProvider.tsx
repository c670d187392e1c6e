// SPDX-License-Identifier: Apache-2.0
import { useMemo, type ReactNode } from 'react';
import { useWatches } from '../../../components/message/useWatches';
import { WatchedContext } from './watchedContext';

/** Tells the canvas which nodes are watched. */
export function WatchedProvider({ children }: { readonly children: ReactNode }) {
  const watches = useWatches();
  const ids = useMemo(() => new Set(watches.map(({ entityId }) => entityId.id)), [watches]);
  return <WatchedContext value={ids}>{children}</WatchedContext>;
}
