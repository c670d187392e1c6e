// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { isListed, readEntityName } from '../api/choices';

const FRESH_MS = 300_000;

/** The name of an entity. Undefined while it is read, for types without a list, and for entities that do not exist. */
export function useEntityName(
  entityType: string,
  id: string,
  { enabled = true } = {},
): string | undefined {
  const { data } = useQuery({
    queryKey: ['entityName', entityType, id],
    queryFn: () => readEntityName(entityType, id),
    enabled: enabled && isListed(entityType),
    staleTime: FRESH_MS,
  });
  return data ?? undefined;
}
