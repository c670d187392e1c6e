// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authorized,
  beginSession,
  followOtherTabs,
  onSignInChange,
  signIn,
  signInState,
  signOut,
} from './session';

interface Call {
  readonly path: string;
  readonly token: string | null;
  readonly body: unknown;
}

type Answer = (call: Call) => Response | Promise<Response>;

let calls: Call[];
let answers: Record<string, Answer>;

/** A token of the user "ann", unless another is named. */
function tokenFor(name: string, userId = 'ann'): string {
  return `e30.${btoa(JSON.stringify({ sub: name, userId, scopes: ['TENANT_ADMIN'] }))}.sign`;
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const pair = (name: string, userId?: string) => ({
  token: tokenFor(name, userId),
  refreshToken: `refresh-${name}`,
});
const bodies = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);
const refused = (errorCode: number) => json(401, { status: 401, message: 'No.', errorCode });

beforeEach(async () => {
  calls = [];
  answers = { 'api/auth/login': () => json(200, pair('first')) };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = {
      path,
      token: new Headers(init.headers).get('Authorization'),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    calls.push(call);
    const answer = answers[path];
    if (answer === undefined) {
      throw new TypeError('connection refused');
    }
    return answer(call);
  });
  await signIn('first', 'secret');
});

afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

/** The session as another tab of the browser has it: its own state over the same storage. */
async function newTab(): Promise<typeof import('./session')> {
  vi.resetModules();
  return import('./session');
}

/** What the browser tells the other tabs after a change of the storage. */
function tellTabs(): void {
  window.dispatchEvent(new StorageEvent('storage', { key: 'millrace.session' }));
}

/** Locks as the browser has them: one holder of a name at a time. */
function stubLocks(): void {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

describe('session', () => {
  it('signs in with the password and keeps the tokens for all tabs', () => {
    expect(calls[0]?.body).toEqual({ username: 'first', password: 'secret' });
    expect(signInState().session).toMatchObject({
      user: 'first',
      userId: 'ann',
      authority: 'TENANT_ADMIN',
    });
    expect(localStorage.getItem('millrace.session')).toContain('refresh-first');
  });

  it('passes on what the server says of a wrong password', async () => {
    answers['api/auth/login'] = () => refused(10);
    await expect(signIn('first', 'wrong')).rejects.toThrow('No.');
  });

  it('forgets the tokens when the user signs out', () => {
    const changed = vi.fn();
    const stop = onSignInChange(changed);
    signOut();
    stop();
    expect(signInState()).toEqual({ expired: false });
    expect(localStorage.getItem('millrace.session')).toBeNull();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('tells the server when the user signs out', async () => {
    answers['api/auth/logout'] = () => json(200, undefined);
    signOut();
    await vi.waitFor(() => expect(calls.at(-1)?.path).toBe('api/auth/logout'));
    expect(calls.at(-1)?.token).toBe(`Bearer ${tokenFor('first')}`);
  });

  it('renews an expired token to sign out, so that the refresh token ends too', async () => {
    answers['api/auth/token'] = () => json(200, pair('second'));
    answers['api/auth/logout'] = ({ token }) =>
      token === `Bearer ${tokenFor('second')}` ? json(200, undefined) : refused(11);
    signOut();
    await vi.waitFor(() => expect(calls.at(-1)?.token).toBe(`Bearer ${tokenFor('second')}`));
    expect(calls.at(-1)?.path).toBe('api/auth/logout');
    expect(signInState()).toEqual({ expired: false });
  });

  it('signs out when the server does not answer', async () => {
    signOut();
    await vi.waitFor(() => expect(calls.at(-1)?.path).toBe('api/auth/logout'));
    expect(signInState()).toEqual({ expired: false });
  });

  it('renews an expired token once for all requests and repeats them', async () => {
    answers['api/auth/token'] = () => json(200, pair('second'));
    answers['api/x'] = ({ token }) =>
      token === `Bearer ${tokenFor('second')}` ? json(200, { ok: true }) : refused(11);

    const both = await Promise.all([authorized('api/x'), authorized('api/x')]);

    expect(both).toEqual([{ ok: true }, { ok: true }]);
    expect(bodies('api/auth/token')).toEqual([{ refreshToken: 'refresh-first' }]);
    expect(signInState().session?.user).toBe('second');
  });

  it('ends the session when the renewal is refused', async () => {
    answers['api/auth/token'] = () => refused(11);
    answers['api/x'] = () => refused(11);
    await expect(authorized('api/x')).rejects.toThrow('No.');
    expect(signInState()).toEqual({ expired: true });
    expect(bodies('api/auth/logout')).toEqual([]);
  });

  it('keeps the session when the server cannot be reached for the renewal', async () => {
    answers['api/x'] = () => refused(11);
    await expect(authorized('api/x')).rejects.toThrow('Millrace does not answer.');
    expect(signInState().session?.user).toBe('first');
  });

  it('does not sign in again a user who signed out during the renewal', async () => {
    answers['api/x'] = () => refused(11);
    answers['api/auth/token'] = () => {
      signOut();
      return json(200, pair('second'));
    };
    await expect(authorized('api/x')).rejects.toThrow('No.');
    expect(signInState()).toEqual({ expired: false });
  });

  it('does not repeat a request in the name of another user', async () => {
    answers['api/x'] = () => refused(11);
    answers['api/auth/token'] = () => {
      beginSession(pair('other', 'bob'));
      return json(200, pair('second'));
    };
    await expect(authorized('api/x')).rejects.toThrow('No.');
    expect(signInState().session?.user).toBe('other');
    expect(calls.filter(({ path }) => path === 'api/x')).toHaveLength(1);
  });

  it('takes damaged tokens in the storage for a session that has ended', async () => {
    localStorage.setItem('millrace.session', '{"token":"x"}');
    expect((await newTab()).signInState()).toEqual({ expired: true });
  });

  it('shows a refusal in plain text as it is', async () => {
    answers['api/x'] = () => new Response('Device is not found', { status: 404 });
    await expect(authorized('api/x')).rejects.toThrow('Device is not found');
  });
});

describe('session of several tabs', () => {
  it('is there in a new tab', async () => {
    expect((await newTab()).signInState()).toEqual(signInState());
  });

  it('ends in all tabs when the user signs out in one', async () => {
    const stop = followOtherTabs();
    const other = await newTab();
    const changed = vi.fn();
    onSignInChange(changed);
    other.signOut();
    tellTabs();
    stop();
    expect(signInState()).toEqual({ expired: false });
    expect(changed).toHaveBeenCalledOnce();
  });

  it('begins in all tabs when the user signs in in one', async () => {
    signOut();
    const stop = followOtherTabs();
    const other = await newTab();
    await other.signIn('first', 'secret');
    tellTabs();
    stop();
    expect(signInState().session?.user).toBe('first');
  });

  it('says in all tabs that it has expired', async () => {
    answers['api/auth/token'] = () => refused(11);
    answers['api/x'] = () => refused(11);
    const stop = followOtherTabs();
    const other = await newTab();
    await expect(other.authorized('api/x')).rejects.toThrow('No.');
    tellTabs();
    stop();
    expect(signInState()).toEqual({ expired: true });
  });

  it('is read again when the browser shows a page that it has kept', async () => {
    const stop = followOtherTabs();
    const other = await newTab();
    other.signOut();
    window.dispatchEvent(new Event('pageshow'));
    stop();
    expect(signInState()).toEqual({ expired: false });
  });

  it('is renewed by one tab', async () => {
    stubLocks();
    answers['api/auth/token'] = () => json(200, pair('second'));
    answers['api/x'] = ({ token }) =>
      token === `Bearer ${tokenFor('second')}` ? json(200, { ok: true }) : refused(11);
    const other = await newTab();

    const both = await Promise.all([authorized('api/x'), other.authorized('api/x')]);

    expect(both).toEqual([{ ok: true }, { ok: true }]);
    expect(bodies('api/auth/token')).toEqual([{ refreshToken: 'refresh-first' }]);
    expect(signInState()).toEqual(other.signInState());
  });

  it('does not come back when one tab signs out while another renews', async () => {
    const other = await newTab();
    answers['api/x'] = () => refused(11);
    answers['api/auth/token'] = () => {
      other.signOut();
      return json(200, pair('second'));
    };
    await expect(authorized('api/x')).rejects.toThrow('No.');
    expect(signInState()).toEqual({ expired: false });
    expect(localStorage.getItem('millrace.session')).toBeNull();
  });
});
