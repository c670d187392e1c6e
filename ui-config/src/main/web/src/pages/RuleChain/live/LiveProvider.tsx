// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { readNodeStates } from '../../../api/nodeStates';
import { usePushed, usePushState } from '../../../components/usePushed';
import type { NodeStatesTopic } from '../../../model/push';
import { createLiveStore, LiveContext, receive, useLive, type LiveStore } from './liveContext';

const POLL_MS = 5_000;

interface LiveProviderProps {
  readonly chainId: string;
  readonly children: ReactNode;
}

/** Gives the parts of the editor the live figures of the chain. */
export function LiveProvider({ chainId, children }: LiveProviderProps) {
  const [store] = useState(createLiveStore);
  return (
    <LiveContext value={store}>
      <WhileShown chainId={chainId} store={store} />
      {children}
    </LiveContext>
  );
}

function WhileShown({ chainId, store }: { readonly chainId: string; readonly store: LiveStore }) {
  return useLive(({ shown }) => shown) ? <Subscription chainId={chainId} store={store} /> : null;
}

/** Receives the figures: pushed by the server, or asked for now and then while the connection is down. */
function Subscription({ chainId, store }: { readonly chainId: string; readonly store: LiveStore }) {
  const topic = useMemo<NodeStatesTopic>(() => ({ type: 'RULE_NODE_STATES', chainId }), [chainId]);
  const pushed = usePushed(topic);
  const isDown = usePushState() === 'down';
  const polled = useQuery({
    queryKey: ['nodeStates', chainId],
    queryFn: ({ signal }) => readNodeStates(chainId, signal),
    enabled: isDown,
    refetchInterval: POLL_MS,
  });
  const states = isDown ? polled.data : pushed.nodeStates;
  const error = isDown ? polled.error : pushed.error;
  useEffect(() => receive(store, states, error), [store, states, error]);
  return null;
}
