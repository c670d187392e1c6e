// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, UnreachableError } from './http';
import { sendRpc } from './rpc';

const BODY = '{"method":"getState","timeout":10000,"params":{"id":9007199254740993}}';

function answering(status: number, body: string, type = 'application/json') {
  const response = new Response(body, { status, headers: { 'Content-Type': type } });
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(response));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

function send(oneWay = false): Promise<string> {
  return sendRpc('a device', oneWay, BODY, 10_000);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('sendRpc', () => {
  it('sends the body as it is and answers with the text of the reply', async () => {
    const fetched = answering(200, '{"state":9007199254740993}');

    expect(await send()).toBe('{"state":9007199254740993}');
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      'api/rpc/twoway/a%20device',
      expect.objectContaining({ method: 'POST', body: BODY }),
    );
  });

  it('answers with nothing when the device has acknowledged a one-way request', async () => {
    const fetched = answering(200, '');

    expect(await send(true)).toBe('');
    expect(fetched.mock.calls[0]?.[0]).toBe('api/rpc/oneway/a%20device');
  });

  it('tells a device that does not answer, and a server without room, from an outage', async () => {
    answering(504, '{"message":"The device did not reply in time"}');
    await expect(send()).rejects.toMatchObject({
      status: 504,
      message: 'The device did not reply in time',
    });
    answering(503, '{"message":"Too many requests"}');
    await expect(send()).rejects.toBeInstanceOf(ApiError);
    answering(504, '<html>Gateway timeout</html>', 'text/html');
    await expect(send()).rejects.toBeInstanceOf(UnreachableError);
  });
});
