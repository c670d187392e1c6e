// SPDX-License-Identifier: Apache-2.0
import { QueryClient } from '@tanstack/react-query';
import { UnreachableError } from './api/http';
import { onSignInChange, signInState } from './api/session';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; an outage passes.
      retry: (failures, error) => error instanceof UnreachableError && failures < 1,
      retryDelay: 1_000,
      // The browser knows whether it has a network, not whether it has a server: that may be on the same machine.
      networkMode: 'always',
      staleTime: 1_000,
      gcTime: 60_000,
    },
  },
});

// What one user has seen is not for the next, who may sign in in another tab.
let user = signInState().session?.userId;
onSignInChange(() => {
  const next = signInState().session?.userId;
  if (next !== user) {
    user = next;
    queryClient.clear();
  }
});
