// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it, vi } from 'vitest';
import { activate, canActivate, changePassword, passwordRefusal } from './account';
import { ApiError, UnreachableError } from './http';
import { beginSession, changeUser, signInState, signOut } from './session';

interface Call {
  readonly path: string;
  readonly token: string | null;
  readonly body: unknown;
}

function pairOf(name: string, userId = 'ann') {
  const claims = btoa(JSON.stringify({ sub: name, userId, scopes: ['TENANT_ADMIN'] }));
  return { token: `e30.${claims}.sign`, refreshToken: `refresh-${name}` };
}

/** Answers requests by path; answers with the calls. */
function stubServer(answers: Readonly<Record<string, (call: Call) => Response>>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const call = {
      path,
      token: new Headers(init.headers).get('Authorization'),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    calls.push(call);
    const answer = answers[path];
    return answer === undefined
      ? Promise.reject(new TypeError('connection refused'))
      : Promise.resolve(answer(call));
  });
  return calls;
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

describe('changePassword', () => {
  it('goes on with the session that the server begins', async () => {
    beginSession(pairOf('before'));
    const calls = stubServer({
      'api/auth/user': () => json(200, {}),
      'api/auth/changePassword': () => json(200, pairOf('after')),
    });
    await changePassword('old', 'new');
    expect(calls.at(-1)?.body).toEqual({ currentPassword: 'old', newPassword: 'new' });
    expect(signInState().session?.refreshToken).toBe('refresh-after');
  });

  it('renews an expired token first, so that the password is sent once', async () => {
    beginSession(pairOf('before'));
    const renewed = `Bearer ${pairOf('renewed').token}`;
    const calls = stubServer({
      'api/auth/user': ({ token }) => json(token === renewed ? 200 : 401, {}),
      'api/auth/token': () => json(200, pairOf('renewed')),
      'api/auth/changePassword': () => json(200, pairOf('after')),
    });
    await changePassword('old', 'new');
    expect(calls.at(-1)).toMatchObject({ path: 'api/auth/changePassword', token: renewed });
    expect(signInState().session?.refreshToken).toBe('refresh-after');
  });

  it('keeps the session when it is refused', async () => {
    beginSession(pairOf('before'));
    stubServer({
      'api/auth/user': () => json(200, {}),
      'api/auth/changePassword': () => json(400, { message: "Current password doesn't match!" }),
    });
    await expect(changePassword('old', 'new')).rejects.toThrow('match');
    expect(signInState().session?.refreshToken).toBe('refresh-before');
  });

  it('does not sign in again a user who signed out meanwhile', async () => {
    beginSession(pairOf('before'));
    stubServer({
      'api/auth/user': () => json(200, {}),
      'api/auth/changePassword': () => {
        signOut();
        return json(200, pairOf('after'));
      },
    });
    await changePassword('old', 'new');
    expect(signInState()).toEqual({ expired: false });
  });
});

describe('passwordRefusal', () => {
  it('tells which password is refused', () => {
    const refusal = (message: string) => passwordRefusal(new ApiError(400, message));
    expect(refusal("Current password doesn't match!")).toBe('current');
    expect(refusal('New password should be different from existing!')).toBe('unchanged');
    expect(refusal('newPassword: expected at least 6 characters')).toBe('rules');
    expect(refusal('Something else')).toBeUndefined();
  });

  it('is none for other errors', () => {
    expect(passwordRefusal(new ApiError(429, 'newPassword: wait'))).toBeUndefined();
    expect(passwordRefusal(new UnreachableError())).toBeUndefined();
  });
});

describe('activation', () => {
  const link = 'api/noauth/activate?activateToken=a%26b';

  it('is possible when the server redirects to the page, and not after a conflict', async () => {
    stubServer({ [link]: () => ({ type: 'opaqueredirect', status: 0 }) as Response });
    expect(await canActivate('a&b')).toBe(true);
    stubServer({ [link]: () => new Response(null, { status: 409 }) });
    expect(await canActivate('a&b')).toBe(false);
  });

  it('is not decided by an outage', async () => {
    stubServer({});
    await expect(canActivate('a&b')).rejects.toThrow(UnreachableError);
    stubServer({ [link]: () => json(503, { message: 'Later.' }) });
    await expect(canActivate('a&b')).rejects.toThrow(UnreachableError);
    stubServer({ [link]: () => json(500, { message: 'Broken.' }) });
    await expect(canActivate('a&b')).rejects.toThrow('Broken.');
  });

  it('signs the user in, and another user of the browser out', async () => {
    beginSession(pairOf('admin', 'bob'));
    const calls = stubServer({
      'api/noauth/activate': () => json(200, pairOf('new', 'eve')),
      'api/auth/logout': () => json(200, undefined),
    });
    changeUser(await activate('token', 'sesame'));
    expect(calls[0]?.body).toEqual({ activateToken: 'token', password: 'sesame' });
    expect(calls[1]).toMatchObject({
      path: 'api/auth/logout',
      token: `Bearer ${pairOf('admin', 'bob').token}`,
    });
    expect(signInState().session?.userId).toBe('eve');
  });
});
