// SPDX-License-Identifier: Apache-2.0
import { readClaims, type Authority } from '../model/jwt';
import { ApiError, send, type HttpRequest } from './http';

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

export interface Session extends TokenPair {
  readonly userId: string;
  /** The user's e-mail address. */
  readonly user: string;
  readonly authority: Authority;
  /** The customer of a CUSTOMER_USER. */
  readonly customerId: string;
}

/** The signed-in user, if any, and whether the last session has expired. */
export interface SignInState {
  readonly session?: Session;
  readonly expired: boolean;
}

/**
 * All tabs of the browser share one session: the tokens as JSON, EXPIRED after a session that ended against the user's
 * will, or nothing. This entry of the storage decides; the state of a tab follows it.
 */
const STORAGE_KEY = 'millrace.session';
const EXPIRED = 'expired';

const listeners = new Set<() => void>();

/** The entry of the storage that the state was read from. */
let entry = localStorage.getItem(STORAGE_KEY);
let state = stateOf(entry);
let refreshing: Promise<void> | undefined;

export function signInState(): SignInState {
  return state;
}

/** Calls the listener after every change of the state; answers with the function that ends this. */
export function onSignInChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Follows what other tabs do to the session. A page that the browser kept for its "back" button has missed the events of
 * the storage, and reads it when it is shown again.
 */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // The key is null when the whole storage was cleared.
    if (event.key === STORAGE_KEY || event.key === null) {
      follow();
    }
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', follow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', follow);
  };
}

/** @throws ApiError with the server's message where it does not accept the password */
export async function signIn(username: string, password: string): Promise<void> {
  const pair = await send<TokenPair>('api/auth/login', {
    method: 'POST',
    body: { username, password },
  });
  beginSession(pair);
}

/** Makes the tokens the session of this browser. */
export function beginSession({ token, refreshToken }: TokenPair): void {
  store(JSON.stringify({ token, refreshToken }));
}

/** Signs out in all tabs, at once. The server is told to revoke the tokens; where that fails, they expire. */
export function signOut(): void {
  const { session } = state;
  store(null);
  if (session !== undefined) {
    revoke(session).catch(() => undefined);
  }
}

/** Signs the current user out, if any, and makes the tokens the session of this browser. */
export function changeUser(pair: TokenPair): void {
  signOut();
  beginSession(pair);
}

/** An expired access token is renewed for this, as the refresh token would stay valid for days. */
async function revoke(session: Session): Promise<void> {
  try {
    await logout(session.token);
  } catch (e) {
    if (e instanceof ApiError && e.status === 401) {
      const { token } = await renew(session.refreshToken);
      await logout(token);
    }
  }
}

function logout(token: string): Promise<void> {
  return send('api/auth/logout', { method: 'POST', token, outlivesPage: true });
}

function renew(refreshToken: string): Promise<TokenPair> {
  return send<TokenPair>('api/auth/token', { method: 'POST', body: { refreshToken } });
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
    await renewAfter(session);
    const renewed = state.session;
    // A request is never repeated in the name of another user, who may have signed in meanwhile.
    if (renewed?.userId !== session.userId || renewed.token === session.token) {
      throw e;
    }
    return await send<T>(path, { ...request, token: renewed.token });
  }
}

/**
 * Sends a request whose answer is the next session of the user, because it ends the current one. Meanwhile no tab renews
 * the current one: the refusal would sign the user out.
 */
export async function replaceSession(path: string, body: unknown): Promise<void> {
  // Renews the token if it has expired.
  await authorized('api/auth/user');
  await alone(async () => {
    follow();
    const { session } = state;
    const pair = await send<TokenPair>(path, { method: 'POST', body, token: session?.token });
    follow();
    if (state.session?.userId === session?.userId) {
      beginSession(pair);
    }
  });
}

/**
 * The access token for a connection that is no request.
 *
 * @param refused a token that the server has refused: the session is renewed if it still has this one
 * @returns undefined if no user is signed in
 * @throws UnreachableError where the server does not answer
 */
export async function connectionToken(refused?: string): Promise<string | undefined> {
  const { session } = state;
  if (refused !== undefined && session?.token === refused) {
    await renewAfter(session);
  }
  return state.session?.token;
}

/** Renews a session whose token was refused: many requests may find out at once, one asks. */
function renewAfter(refused: Session): Promise<void> {
  refreshing ??= alone(() => refresh(refused)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/**
 * Runs the work while no other tab does. Browsers offer locks to pages over HTTPS and of localhost; without them two tabs
 * may renew the session at the same time, which the server allows.
 */
function alone(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager | null };
  return locks ? locks.request(STORAGE_KEY, work) : work();
}

async function refresh(refused: Session): Promise<void> {
  // Another tab may have renewed or ended the session in the meantime.
  follow();
  const before = entry;
  if (state.session?.token !== refused.token) {
    return;
  }
  let next: string;
  try {
    const { token, refreshToken } = await renew(refused.refreshToken);
    next = JSON.stringify({ token, refreshToken });
  } catch (e) {
    if (!(e instanceof ApiError) || e.status >= 500) {
      throw e;
    }
    next = EXPIRED;
  }
  // The user may have signed out while the server was thinking, here or in another tab.
  follow();
  if (entry === before) {
    store(next);
  }
}

function store(next: string | null): void {
  if (next === null) {
    localStorage.removeItem(STORAGE_KEY);
  } else {
    localStorage.setItem(STORAGE_KEY, next);
  }
  adopt(next);
}

/** Takes the state over from the storage. */
function follow(): void {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored !== entry) {
    adopt(stored);
  }
}

function adopt(next: string | null): void {
  entry = next;
  state = stateOf(next);
  listeners.forEach((listener) => listener());
}

function stateOf(stored: string | null): SignInState {
  if (stored === null) {
    return { expired: false };
  }
  try {
    return stored === EXPIRED
      ? { expired: true }
      : { session: sessionOf(JSON.parse(stored) as TokenPair), expired: false };
  } catch {
    return { expired: true };
  }
}

function sessionOf({ token, refreshToken }: TokenPair): Session {
  const { userId, subject, authority, customerId } = readClaims(token);
  return { token, refreshToken, userId, user: subject, authority, customerId };
}
