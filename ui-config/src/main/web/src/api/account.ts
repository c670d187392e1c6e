// SPDX-License-Identifier: Apache-2.0
import type { Authority } from '../model/jwt';
import type { PasswordPolicy } from '../model/password';
import { ApiError, send, succeeds } from './http';
import { authorized, replaceSession, type TokenPair } from './session';

export interface Account {
  readonly email: string;
  readonly authority: Authority;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export function readAccount(signal?: AbortSignal): Promise<Account> {
  return authorized('api/auth/user', { signal });
}

export function readPasswordPolicy(signal?: AbortSignal): Promise<PasswordPolicy> {
  return send('api/noauth/userPasswordPolicy', { signal });
}

/** Which password of a change the server has refused, and why. */
export type PasswordRefusal = 'current' | 'unchanged' | 'rules';

const REFUSALS: readonly (readonly [start: string, PasswordRefusal])[] = [
  ["Current password doesn't match", 'current'],
  ['New password should be different', 'unchanged'],
  ['newPassword:', 'rules'],
];

/** Reads the refusal from the server's message; undefined if the error is another one. */
export function passwordRefusal(error: unknown): PasswordRefusal | undefined {
  return error instanceof ApiError && error.status === 400
    ? REFUSALS.find(([start]) => error.message.startsWith(start))?.[1]
    : undefined;
}

/** Changes the user's password, which ends all other sessions of the user. */
export function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  return replaceSession('api/auth/changePassword', { currentPassword, newPassword });
}

/** True if the server accepts the token of an activation link. */
export function canActivate(activateToken: string, signal?: AbortSignal): Promise<boolean> {
  const query = new URLSearchParams({ activateToken });
  // A valid token is answered by a redirect to the page that asks this.
  return succeeds(`api/noauth/activate?${query}`, 409, { signal });
}

/**
 * Sets the first password of an account.
 *
 * @returns the tokens of the session of its user
 * @throws ApiError with status 401 if the token is not valid
 */
export function activate(activateToken: string, password: string): Promise<TokenPair> {
  return send('api/noauth/activate', { method: 'POST', body: { activateToken, password } });
}
