// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveProperties, type RuleChain } from './ruleChains';

const CHAIN = {
  id: { entityType: 'RULE_CHAIN', id: 'c1' },
  createdTime: 1,
  name: 'Old',
  root: false,
  debugMode: true,
  version: 3,
  additionalInfo: { description: 'About', layout: 1 },
} as unknown as RuleChain;

let stored: RuleChain;
let saved: RuleChain[];

/** A server with one rule chain, which refuses saves of another version. */
beforeEach(() => {
  saved = [];
  vi.stubGlobal('fetch', (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') {
      return Promise.resolve(new Response(JSON.stringify(stored)));
    }
    const sent = JSON.parse(body as string) as RuleChain;
    if (sent.version !== stored.version) {
      return Promise.resolve(new Response('{"message":"Changed meanwhile."}', { status: 409 }));
    }
    saved.push(sent);
    return Promise.resolve(new Response(JSON.stringify({ ...sent, version: sent.version + 1 })));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('saveProperties', () => {
  it('changes name and description and nothing else', async () => {
    stored = CHAIN;
    const answer = await saveProperties(CHAIN, 'New', 'Other');
    expect(answer.version).toBe(4);
    expect(saved).toEqual([
      { ...CHAIN, name: 'New', additionalInfo: { description: 'Other', layout: 1 } },
    ]);
  });

  it('applies to a later version if only the nodes have changed', async () => {
    stored = { ...CHAIN, version: 9 };
    await saveProperties(CHAIN, 'New', 'About');
    expect(saved).toEqual([{ ...CHAIN, name: 'New', version: 9 }]);
  });

  it('does not overwrite what another user has written', async () => {
    for (const theirs of [{ name: 'Theirs' }, { additionalInfo: { description: 'Theirs' } }]) {
      stored = { ...CHAIN, ...theirs, version: 9 };
      await expect(saveProperties(CHAIN, 'New', 'About')).rejects.toThrow('Changed meanwhile.');
    }
    expect(saved).toEqual([]);
  });
});
