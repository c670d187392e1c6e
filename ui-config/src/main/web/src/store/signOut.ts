// SPDX-License-Identifier: Apache-2.0
import { onSignInChange, signInState } from '../api/session';
import { closeDrafts, openDrafts } from './drafts';
import { dropRpcCalls } from './rpcCalls';
import { dropSamples } from './samples';

/**
 * Removes what the browser keeps of a user when the user signs out, in this tab or another: drafts of rule chains,
 * sample messages and requests to devices, which may hold secrets. A session that expires leaves them for the same user.
 */
export function forgetUsersAtSignOut(): () => void {
  let user = signInState().session?.userId;
  return onSignInChange(() => {
    const { session, expired } = signInState();
    const next = session?.userId;
    if (user !== undefined && user !== next && !expired) {
      closeDrafts(user);
      dropSamples(user);
      dropRpcCalls(user);
    }
    if (next !== undefined) {
      openDrafts(next);
    }
    user = next;
  });
}
