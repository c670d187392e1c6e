// SPDX-License-Identifier: Apache-2.0
import { useMutationState, type MutationKey } from '@tanstack/react-query';

export function deletionOf(deviceId: string): MutationKey {
  return ['deleteDevice', deviceId];
}

/**
 * Whether the device has been deleted on this page, or its deletion is under way. Nothing that reads the device again
 * and again is mounted then: a read that arrives after the deletion is refused.
 */
export function useIsDeleted(deviceId: string): boolean {
  const deletions = useMutationState({
    filters: { mutationKey: deletionOf(deviceId) },
    select: ({ state }) => state.status,
  });
  return deletions.some((status) => status === 'pending' || status === 'success');
}
