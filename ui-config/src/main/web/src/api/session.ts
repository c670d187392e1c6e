// SPDX-License-Identifier: Apache-2.0
import { readClaims } from '../model/jwt';
import { ApiError, send, type HttpRequest } from './http';

interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

export interface Session extends TokenPair {
  /** The user's e-mail address. */
  readonly user: string;
  readonly isSystemAdministrator: boolean;
}

/** The signed-in user, if any, and whether the last session has expired. */
export interface SignInState {
  readonly session?: Session;
  readonly expired: boolean;
}

const STORAGE_KEY = 'millrace.session';
const listeners = new Set<() => void>();

let state: SignInState = restored();
let refreshing: Promise<Session | undefined> | undefined;

export function signInState(): SignInState {
  return state;
}

/** Calls the listener after every change of the state; answers with the function that ends this. */
export function onSignInChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @throws ApiError with the server's message where it does not accept the password */
export async function signIn(username: string, password: string): Promise<void> {
  const pair = await send<TokenPair>('api/auth/login', {
    method: 'POST',
    body: { username, password },
  });
  change({ session: sessionOf(pair), expired: false });
}

export function signOut(): void {
  change({ expired: false });
}

/**
 * Sends a request in the name of the user. An access token that has expired is renewed once; where that is refused too,
 * the session ends.
 */
export async function authorized<T>(path: string, request: HttpRequest = {}): Promise<T> {
  const session = state.session;
  try {
    return await send<T>(path, { ...request, token: session?.token });
  } catch (e) {
    if (session === undefined || !(e instanceof ApiError) || e.status !== 401) {
      throw e;
    }
    const renewed = await renewedAfter(session);
    if (renewed === undefined) {
      throw e;
    }
    return await send<T>(path, { ...request, token: renewed.token });
  }
}

/**
 * The access token for a connection that is no request.
 *
 * @param refused a token that the server has refused: the session is renewed if it still has this one
 * @returns undefined if no user is signed in
 * @throws UnreachableError where the server does not answer
 */
export async function connectionToken(refused?: string): Promise<string | undefined> {
  const session = state.session;
  if (refused === undefined || session?.token !== refused) {
    return session?.token;
  }
  return (await renewedAfter(session))?.token;
}

/** The session that follows one whose token was refused: many requests may find out at once, one asks. */
function renewedAfter(refused: Session): Promise<Session | undefined> {
  if (state.session !== refused) {
    return Promise.resolve(state.session);
  }
  refreshing ??= refresh(refused).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refresh(old: Session): Promise<Session | undefined> {
  let next: SignInState;
  try {
    const pair = await send<TokenPair>('api/auth/token', {
      method: 'POST',
      body: { refreshToken: old.refreshToken },
    });
    next = { session: sessionOf(pair), expired: false };
  } catch (e) {
    if (!(e instanceof ApiError) || e.status >= 500) {
      throw e;
    }
    next = { expired: true };
  }
  // The user may have signed out while the server was thinking.
  if (state.session === old) {
    change(next);
  }
  return state.session;
}

function change(next: SignInState): void {
  state = next;
  if (next.session === undefined) {
    sessionStorage.removeItem(STORAGE_KEY);
  } else {
    const { token, refreshToken } = next.session;
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ token, refreshToken }));
  }
  listeners.forEach((listener) => listener());
}

function restored(): SignInState {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  if (stored === null) {
    return { expired: false };
  }
  try {
    return { session: sessionOf(JSON.parse(stored) as TokenPair), expired: false };
  } catch {
    sessionStorage.removeItem(STORAGE_KEY);
    return { expired: true };
  }
}

function sessionOf({ token, refreshToken }: TokenPair): Session {
  const { subject, scopes } = readClaims(token);
  return {
    token,
    refreshToken,
    user: subject,
    isSystemAdministrator: scopes.includes('SYS_ADMIN'),
  };
}
