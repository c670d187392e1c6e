// SPDX-License-Identifier: Apache-2.0
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface ListChangeOptions<T> {
  readonly onClose: () => void;
  readonly onSuccess?: (result: T) => void;
}

/** A change of a rule chain after which the list is read again and the dialog closes. */
export function useListChange<T>(
  change: () => Promise<T>,
  { onClose, onSuccess }: ListChangeOptions<T>,
) {
  const refresh = useListRefresh();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      await refresh();
      onClose();
      onSuccess?.(result);
    },
  });
}

/** Reads the list of rule chains, and those that are shown, again. */
export function useListRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['ruleChains'] }),
      queries.invalidateQueries({ queryKey: ['ruleChain'] }),
    ]);
}
