// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorized, beginSession, signOut } from '../api/session';
import { chainOf } from '../model/chain/samples';
import { rename } from '../model/chain/edits';
import { toMetadata } from '../model/chain/metadata';
import { createChainStore, type ChainStore } from './chainStore';
import { hasDrafts } from './drafts';
import { sampleKey } from './samples';
import { forgetUsersAtSignOut } from './signOut';

const { chain, id } = chainOf(['A', 'B'], 'A -True-> B');
const SAMPLE = sampleKey('ann', 'chain', 'A');
const CALLS = 'millrace.rpc|ann|device';
const CALLS_OF_BOB = 'millrace.rpc|bob|device';

let stop: () => void;

function signInAs(userId: string): void {
  const claims = btoa(JSON.stringify({ sub: userId, userId, scopes: ['TENANT_ADMIN'] }));
  beginSession({ token: `e30.${claims}.sign`, refreshToken: 'refresh' });
}

function edited(user: string): ChainStore {
  const store = createChainStore(user, 'chain', toMetadata(chain, 3));
  store.getState().edit((document) => rename(document, id('A'), 'Z'));
  store.getState().keepDraft();
  return store;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 401 })));
  stop = forgetUsersAtSignOut();
  signInAs('ann');
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe('what the browser keeps of a user', () => {
  it('is removed at sign-out', () => {
    edited('ann');
    sessionStorage.setItem(SAMPLE, '{}');
    sessionStorage.setItem(CALLS, '[]');
    sessionStorage.setItem(CALLS_OF_BOB, '[]');
    signOut();
    expect(hasDrafts('ann')).toBe(false);
    expect(sessionStorage.getItem(SAMPLE)).toBeNull();
    expect(sessionStorage.getItem(CALLS)).toBeNull();
    expect(sessionStorage.getItem(CALLS_OF_BOB)).toBe('[]');
  });

  it('is not written again by an editor that closes after the sign-out', () => {
    const store = edited('ann');
    signOut();
    store.getState().keepDraft();
    expect(hasDrafts('ann')).toBe(false);

    signInAs('ann');
    edited('ann');
    expect(hasDrafts('ann')).toBe(true);
  });

  it('stays when the session expires, for the same user only', async () => {
    const store = edited('ann');
    sessionStorage.setItem(SAMPLE, '{}');
    await expect(authorized('api/x')).rejects.toThrow();
    store.getState().keepDraft();

    signInAs('bob');
    expect(edited('bob').getState().offeredDraft).toBeUndefined();
    signOut();

    expect(hasDrafts('bob')).toBe(false);
    expect(hasDrafts('ann')).toBe(true);
    expect(sessionStorage.getItem(SAMPLE)).toBe('{}');
  });
});
