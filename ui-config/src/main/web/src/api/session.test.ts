// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorized, onSignInChange, signIn, signInState, signOut } from './session';

interface Call {
  readonly path: string;
  readonly token: string | null;
  readonly body: unknown;
}

type Answer = (call: Call) => Response | Promise<Response>;

let calls: Call[];
let answers: Record<string, Answer>;

function tokenFor(name: string): string {
  return `e30.${btoa(JSON.stringify({ sub: name, scopes: ['TENANT_ADMIN'] }))}.sign`;
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const pair = (name: string) => ({ token: tokenFor(name), refreshToken: `refresh-${name}` });
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

describe('session', () => {
  it('signs in with the password and keeps the tokens for the tab', () => {
    expect(calls[0]?.body).toEqual({ username: 'first', password: 'secret' });
    expect(signInState().session).toMatchObject({ user: 'first', isSystemAdministrator: false });
    expect(sessionStorage.getItem('millrace.session')).toContain('refresh-first');
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
    expect(sessionStorage.getItem('millrace.session')).toBeNull();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('renews an expired token once for all requests and repeats them', async () => {
    answers['api/auth/token'] = () => json(200, pair('second'));
    answers['api/x'] = ({ token }) =>
      token === `Bearer ${tokenFor('second')}` ? json(200, { ok: true }) : refused(11);

    const both = await Promise.all([authorized('api/x'), authorized('api/x')]);

    expect(both).toEqual([{ ok: true }, { ok: true }]);
    const renewals = calls.filter((call) => call.path === 'api/auth/token');
    expect(renewals.map((call) => call.body)).toEqual([{ refreshToken: 'refresh-first' }]);
    expect(signInState().session?.user).toBe('second');
  });

  it('ends the session when the renewal is refused', async () => {
    answers['api/auth/token'] = () => refused(11);
    answers['api/x'] = () => refused(11);
    await expect(authorized('api/x')).rejects.toThrow('No.');
    expect(signInState()).toEqual({ expired: true });
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

  it('shows a refusal in plain text as it is', async () => {
    answers['api/x'] = () => new Response('Device is not found', { status: 404 });
    await expect(authorized('api/x')).rejects.toThrow('Device is not found');
  });
});
