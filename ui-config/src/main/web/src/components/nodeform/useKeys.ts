// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { listAttributeKeys, listTimeseriesKeys } from '../../api/keys';

const FRESH_MS = 60_000;
const NONE: readonly string[] = [];

/** Keys of the tenant's devices, as suggestions; none until they are known. */
export function useKeys(of: 'attributes' | 'timeseries' | undefined): readonly string[] {
  const { data } = useQuery({
    queryKey: ['keys', of],
    queryFn: ({ signal }) =>
      of === 'attributes' ? listAttributeKeys(signal) : listTimeseriesKeys(signal),
    enabled: of !== undefined,
    staleTime: FRESH_MS,
  });
  return data ?? NONE;
}
