// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { listWatches, type Watch } from '../../api/watches';

export const WATCHES_KEY = ['messageWatches'] as const;
const REFRESH_MS = 15_000;
const NONE: readonly Watch[] = [];

/** What the tenant watches, whichever of its users began it. */
export function useWatches(): readonly Watch[] {
  const { data } = useQuery({
    queryKey: WATCHES_KEY,
    queryFn: ({ signal }) => listWatches(signal),
    refetchInterval: REFRESH_MS,
  });
  return data ?? NONE;
}
