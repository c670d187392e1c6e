// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followReading } from './followReading';

const READING = { key: 'a, b', ts: 1_000 };
const MESSAGE = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';

let asked: string[];
let answers: Record<string, Response>;

function json(body: unknown): Response {
  return new Response(JSON.stringify(body));
}

function path(branches: readonly unknown[]): Response {
  return json({ messageId: MESSAGE, inFlight: [], deliveries: [{ branches }] });
}

beforeEach(() => {
  asked = [];
  answers = { message: json({ messageId: MESSAGE }) };
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    const name = address.includes('/timeseries/message?') ? 'message' : 'path';
    return Promise.resolve(answers[name] ?? new Response('not asked for', { status: 500 }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('followReading', () => {
  it('finds the chain that the message entered first', async () => {
    answers['path'] = path([[{ ruleChainId: { id: 'chain' } }]]);

    expect(await followReading('d', READING)).toEqual({
      kind: 'kept',
      message: MESSAGE,
      chain: 'chain',
    });
    expect(new URLSearchParams(asked[0]?.split('?')[1]).get('key')).toBe('a, b');
    expect(new URLSearchParams(asked[0]?.split('?')[1]).get('ts')).toBe('1000');
    expect(asked[1]).toContain(`api/messages/${MESSAGE}/path`);
  });

  it('finds the chain of a message that is still on its way', async () => {
    answers['path'] = json({
      messageId: MESSAGE,
      inFlight: [{ branches: [[{ ruleChainId: { id: 'chain' } }]] }],
      deliveries: [],
    });

    expect(await followReading('d', READING)).toMatchObject({ kind: 'kept', chain: 'chain' });
  });

  it('finds no chain of a message that has passed no node', async () => {
    answers['path'] = path([]);

    expect(await followReading('d', READING)).toEqual({
      kind: 'kept',
      message: MESSAGE,
      chain: undefined,
    });
  });

  it('says that the path is no longer kept, with the message', async () => {
    answers['path'] = new Response('{"message":"not known"}', { status: 404 });

    expect(await followReading('d', READING)).toEqual({ kind: 'gone', message: MESSAGE });
  });

  it('asks for no path where the message is not known', async () => {
    answers['message'] = new Response('No message is known', { status: 404 });

    expect(await followReading('d', READING)).toEqual({ kind: 'unknown' });
    expect(asked).toHaveLength(1);
  });

  it('fails where the server refuses', async () => {
    answers['path'] = new Response('{"message":"no"}', { status: 403 });

    await expect(followReading('d', READING)).rejects.toMatchObject({ status: 403 });
  });
});
