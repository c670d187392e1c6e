// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Topic } from '../model/push';

class FakeSocket {
  static readonly CONNECTING = 0;
  readyState = FakeSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;
  isSilent = false;
  readonly sent: Message[] = [];
  readonly address: string;

  constructor(address: URL) {
    this.address = String(address);
    sockets.push(this);
  }

  send(text: string) {
    const message = JSON.parse(text) as Message;
    this.sent.push(message);
    const isProbe = message.authCmd === undefined && message.cmds[0]?.cmdId === 0;
    if (isProbe && !this.isSilent) {
      queueMicrotask(() => this.answerProbe());
    }
  }

  close() {
    this.closed = true;
  }

  /** Lets the connection open, and the server answer the probe that follows the token. */
  async accept() {
    this.readyState = 1;
    this.onopen?.();
    this.answerProbe();
    await settled();
  }

  private answerProbe() {
    this.answer({ subscriptionId: 0, errorCode: 2, errorMsg: 'no subscription 0', data: null });
  }

  answer(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  values(subscriptionId: number, data: object) {
    this.answer({ subscriptionId, errorCode: 0, errorMsg: null, data });
  }

  /** The commands after the first message, without probes. */
  commands(): readonly Command[] {
    return this.sent.flatMap(({ cmds }) => cmds).filter(({ cmdId }) => cmdId !== 0);
  }
}

interface Command {
  readonly cmdId: number;
  readonly entityId?: string;
  readonly unsubscribe?: boolean;
}

interface Message {
  readonly authCmd?: { readonly token: string };
  readonly cmds: readonly Command[];
}

const A: Topic = { type: 'TIMESERIES', deviceId: 'a', scope: 'LATEST_TELEMETRY' };
const B: Topic = { type: 'TIMESERIES', deviceId: 'b', scope: 'LATEST_TELEMETRY' };

let sockets: FakeSocket[];
let push: (typeof import('./push'))['push'];
let hidden: boolean;
let stops: (() => void)[];

function tokenFor(name: string): string {
  return `e30.${btoa(JSON.stringify({ userId: 'u', customerId: 'c', sub: name, scopes: ['TENANT_ADMIN'] }))}.sign`;
}

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Subscribes until the end of the test: channels of earlier tests hear the same events of the page. */
function subscribe(topic: Topic, heard: () => void): () => void {
  const stop = push.subscribe(topic, heard);
  stops.push(stop);
  return stop;
}

function socket(): FakeSocket {
  const last = sockets.at(-1);
  if (last === undefined) {
    throw new Error('No connection was opened.');
  }
  return last;
}

beforeEach(async () => {
  sockets = [];
  hidden = false;
  stops = [];
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  localStorage.setItem(
    'millrace.session',
    JSON.stringify({ token: tokenFor('first'), refreshToken: 'refresh' }),
  );
  ({ push } = await import('./push'));
});

afterEach(async () => {
  stops.forEach((stop) => stop());
  await settled();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

function show(isShown: boolean) {
  hidden = !isShown;
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('push', () => {
  it('opens no connection until values are wanted', async () => {
    await settled();
    expect(sockets).toHaveLength(0);
  });

  it('signs in with the token and asks for all topics of a page in one message', async () => {
    subscribe(A, vi.fn());
    subscribe(B, vi.fn());
    await settled();
    expect(push.currentState()).toBe('connecting');
    expect(socket().address).toMatch(/^ws.*\/api\/ws$/);

    await socket().accept();

    expect(push.currentState()).toBe('live');
    expect(socket().sent[0]?.authCmd?.token).toBe(tokenFor('first'));
    expect(socket().sent).toHaveLength(2);
    expect(
      socket()
        .commands()
        .map(({ entityId }) => entityId),
    ).toEqual(['a', 'b']);
  });

  it('shares a subscription and ends it with its last user', async () => {
    const first = vi.fn();
    const second = vi.fn();
    const stopFirst = subscribe(A, first);
    const stopSecond = subscribe(A, second);
    await settled();
    await socket().accept();
    socket().values(1, { t: [[1_000, 21.5]] });

    expect(first).toHaveBeenCalledOnce();
    expect(second).toHaveBeenCalledOnce();
    expect(push.valuesOf(A).points).toEqual({ t: [{ ts: 1_000, value: 21.5 }] });
    stopFirst();
    await settled();
    expect(socket().commands()).toHaveLength(1);
    stopSecond();
    await settled();
    expect(socket().commands().at(-1)).toMatchObject({ cmdId: 1, unsubscribe: true });
    expect(push.valuesOf(A).points).toBeUndefined();
  });

  it('keeps a subscription that passes from one page to the next', async () => {
    const stop = subscribe(A, vi.fn());
    await settled();
    await socket().accept();
    socket().values(1, { t: [[1_000, 1]] });
    stop();
    subscribe(A, vi.fn());
    await settled();

    expect(socket().commands()).toHaveLength(1);
    expect(push.valuesOf(A).points).toBeDefined();
  });

  it('connects again with growing pauses and asks for everything again', async () => {
    subscribe(A, vi.fn());
    await settled();
    await socket().accept();
    socket().values(1, { gone: [[1, 1]] });
    socket().onclose?.({ code: 1006 });
    expect(push.currentState()).toBe('down');

    await vi.advanceTimersByTimeAsync(999);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
    socket().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await socket().accept();

    expect(push.currentState()).toBe('live');
    expect(push.valuesOf(A).points).toHaveProperty('gone');
    const again = socket().commands();
    expect(again.map(({ entityId }) => entityId)).toEqual(['a']);
    socket().values(again[0]?.cmdId ?? -1, { t: [[2, 2]] });
    expect(push.valuesOf(A).points).toEqual({ t: [{ ts: 2, value: 2 }] });
  });

  it('renews a token that the server has refused', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response(JSON.stringify({ token: tokenFor('second'), refreshToken: 'next' })),
      ),
    );
    subscribe(A, vi.fn());
    await settled();
    socket().onopen?.();
    socket().onclose?.({ code: 1011 });
    await vi.advanceTimersByTimeAsync(1_000);
    await socket().accept();

    expect(sockets).toHaveLength(2);
    expect(socket().sent[0]?.authCmd?.token).toBe(tokenFor('second'));
  });

  it('gives up a connection that opens or answers too late', async () => {
    subscribe(A, vi.fn());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(push.currentState()).toBe('down');
    socket().onopen?.();
    expect(socket().closed).toBe(true);

    await vi.advanceTimersByTimeAsync(1_000);
    await socket().accept();
    await vi.advanceTimersByTimeAsync(25_000 + 10_000);
    expect(socket().closed).toBe(false);
    socket().isSilent = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(socket().sent.at(-1)?.cmds).toMatchObject([{ cmdId: 0 }]);
    expect(socket().closed).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(socket().closed).toBe(true);
  });

  it('rests while the page is hidden and renews its values when it is shown again', async () => {
    subscribe(A, vi.fn());
    await settled();
    await socket().accept();
    show(false);
    await vi.advanceTimersByTimeAsync(15_000);
    show(true);
    show(false);
    await vi.advanceTimersByTimeAsync(24_000);
    expect(socket().closed).toBe(false);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(socket().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sockets).toHaveLength(1);

    show(true);
    await settled();
    expect(sockets).toHaveLength(2);
    await socket().accept();
    expect(socket().commands()).toHaveLength(1);
  });

  it('tells why a subscription is refused', async () => {
    const heard = vi.fn();
    subscribe(A, heard);
    await settled();
    await socket().accept();
    socket().answer({ subscriptionId: 1, errorCode: 2, errorMsg: 'not found', data: null });

    expect(heard).toHaveBeenCalledOnce();
    expect(push.valuesOf(A).error?.message).toBe('not found');
  });

  it('closes the connection when the user signs out', async () => {
    subscribe(A, vi.fn());
    await settled();
    await socket().accept();
    (await import('./session')).signOut();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(socket().closed).toBe(true);
    expect(sockets).toHaveLength(1);
  });
});
