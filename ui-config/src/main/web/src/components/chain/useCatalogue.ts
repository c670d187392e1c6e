// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { listComponents } from '../../api/components';
import { catalogueOf, type Catalogue } from '../../model/chain/catalogue';

const STALE_MS = 10 * 60_000;

/** The types of nodes; they change only with the server's version. */
export function useCatalogue(): {
  readonly catalogue: Catalogue | undefined;
  readonly error: Error | null;
} {
  const { data, error } = useQuery({
    queryKey: ['components'],
    queryFn: async ({ signal }) => catalogueOf(await listComponents(signal)),
    staleTime: STALE_MS,
    gcTime: STALE_MS,
    // A catalogue has a function, which cannot be compared.
    structuralSharing: false,
  });
  return { catalogue: data, error };
}
