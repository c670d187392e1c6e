// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';
import { onSignInChange, signInState } from '../api/session';

/** True for users who may change the devices of their tenant. It decides what is shown, never what is allowed. */
export function useIsTenantAdmin(): boolean {
  const { session } = useSyncExternalStore(onSignInChange, signInState);
  return session?.authority === 'TENANT_ADMIN';
}
