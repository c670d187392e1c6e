// SPDX-License-Identifier: Apache-2.0
import { i18n } from '../i18n/i18n';
import type { NodeStates } from '../model/live';
import {
  nameOf,
  pauseAfter,
  readUpdate,
  subscribeCommand,
  unsubscribeCommand,
  updated,
  type Topic,
  type Update,
} from '../model/push';
import type { PointsByKey } from '../model/telemetry';
import { ApiError } from './http';
import { connectionToken, onSignInChange, signInState } from './session';

/** After this time in the background the tab gives up its connection. */
const HIDDEN_MS = 30_000;

/** A connection without messages is asked whether it lives, and given up if it does not answer. */
const SILENCE_MS = 25_000;
const ANSWER_MS = 10_000;

const CONNECT_MS = 5_000;

/** A message has at most 32 KiB. */
const COMMANDS_PER_MESSAGE = 100;

/** Status codes of a connection whose token was refused. */
const REFUSED: readonly number[] = [1007, 1011];

/** No subscription has this id; the answer to its end shows that the connection lives. */
const PROBE_ID = 0;

const PROBE: object = { type: 'TIMESERIES', cmdId: PROBE_ID, unsubscribe: true };

/** Whether new values arrive by themselves: "down" from the first failure until the next connection. */
export type PushState = 'connecting' | 'live' | 'down';

/** The values of a topic. */
export interface PushedValues {
  /** Undefined until the server has answered. */
  readonly points: PointsByKey | undefined;
  /** Undefined until the server has answered, and for topics of values. */
  readonly nodeStates: NodeStates | undefined;
  /** When the points arrived, in milliseconds since 1970. */
  readonly at: number;
  /** Why the server refuses the subscription. */
  readonly error: Error | null;
}

interface Entry {
  readonly topic: Topic;
  readonly listeners: Set<() => void>;
  values: PushedValues;
  /** The id of the subscription on the current connection; undefined if it has none. */
  cmdId: number | undefined;
  /** Whether the current connection has answered: the first answer has all values. */
  answered: boolean;
}

const NOTHING: PushedValues = { points: undefined, nodeStates: undefined, at: 0, error: null };

/** The WebSocket connection of the tab. Subscribers of the same topic share a subscription. */
class PushChannel {
  private readonly entries = new Map<string, Entry>();
  private readonly ids = new Map<number, Entry>();
  private readonly stateListeners = new Set<() => void>();
  private state: PushState = 'connecting';
  private socket: WebSocket | undefined;
  private usedToken: string | undefined;
  private refusedToken: string | undefined;
  private ready = false;
  private opening = false;
  private failures = 0;
  private nextId = PROBE_ID + 1;
  private ended: object[] = [];
  private flushing = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.addEventListener('visibilitychange', () => this.visibilityChanged());
    window.addEventListener('online', () => this.reopenNow());
    onSignInChange(() => this.signInChanged());
  }

  currentState(): PushState {
    return this.state;
  }

  onStateChange(listener: () => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  valuesOf(topic: Topic): PushedValues {
    return this.entries.get(nameOf(topic))?.values ?? NOTHING;
  }

  subscribe(topic: Topic, listener: () => void): () => void {
    const name = nameOf(topic);
    let entry = this.entries.get(name);
    if (entry === undefined) {
      entry = {
        topic,
        listeners: new Set(),
        values: NOTHING,
        cmdId: undefined,
        answered: false,
      };
      this.entries.set(name, entry);
    }
    const subscribed = entry;
    subscribed.listeners.add(listener);
    this.flushLater();
    this.open();
    return () => {
      subscribed.listeners.delete(listener);
      // Another page may subscribe at the same moment.
      queueMicrotask(() => this.endIfUnused(name, subscribed));
    };
  }

  private endIfUnused(name: string, entry: Entry) {
    if (entry.listeners.size > 0 || this.entries.get(name) !== entry) {
      return;
    }
    this.entries.delete(name);
    if (entry.cmdId !== undefined) {
      this.ids.delete(entry.cmdId);
      this.ended.push(unsubscribeCommand(entry.topic, entry.cmdId));
      entry.cmdId = undefined;
      this.flushLater();
    }
  }

  private change(state: PushState) {
    if (state !== this.state) {
      this.state = state;
      this.stateListeners.forEach((listener) => listener());
    }
  }

  /** Opens the connection if it is needed and not there. */
  private open() {
    if (
      this.socket !== undefined ||
      this.opening ||
      this.retry !== undefined ||
      this.entries.size === 0 ||
      this.hiddenForLong() ||
      signInState().session === undefined
    ) {
      return;
    }
    this.opening = true;
    connectionToken(this.refusedToken).then(
      (token) => {
        this.opening = false;
        if (token !== undefined && this.entries.size > 0 && !this.hiddenForLong()) {
          this.connect(token);
        }
      },
      (e: unknown) => {
        this.opening = false;
        if (!(e instanceof ApiError)) {
          this.failed();
        }
      },
    );
  }

  private connect(token: string) {
    const address = new URL('api/ws', document.baseURI);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.socket = socket;
    this.usedToken = token;
    this.watch(CONNECT_MS, () => this.broken(socket));
    socket.onopen = () => {
      if (socket !== this.socket) {
        return;
      }
      this.ready = true;
      // The answer to the probe shows that the token was accepted.
      this.send([PROBE], { authCmd: { cmdId: 0, token } });
      this.flushLater();
      this.watch(ANSWER_MS, () => this.broken(socket));
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (socket === this.socket && typeof data === 'string') {
        this.failures = 0;
        this.refusedToken = undefined;
        this.change('live');
        this.watchForSilence(socket);
        this.received(readUpdate(data));
      }
    };
    socket.onclose = ({ code }) => {
      if (socket === this.socket) {
        this.refusedToken = REFUSED.includes(code) ? this.usedToken : undefined;
        this.broken(socket);
      }
    };
  }

  private watch(ms: number, then: () => void) {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(then, ms);
  }

  private watchForSilence(socket: WebSocket) {
    this.watch(SILENCE_MS, () => {
      this.send([PROBE]);
      this.watch(ANSWER_MS, () => this.broken(socket));
    });
  }

  private received(update: Update | undefined) {
    const entry = update === undefined ? undefined : this.ids.get(update.subscriptionId);
    if (update === undefined || entry === undefined) {
      return;
    }
    if (update.errorCode !== 0) {
      this.ids.delete(update.subscriptionId);
      entry.values = {
        ...entry.values,
        error: new Error(update.errorMsg ?? i18n.t('errors.subscription')),
      };
    } else {
      const before = entry.answered ? (entry.values.points ?? {}) : {};
      entry.answered = true;
      entry.values = {
        points: updated(before, update.data),
        nodeStates: update.nodeStates,
        at: Date.now(),
        error: null,
      };
    }
    entry.listeners.forEach((listener) => listener());
  }

  private broken(socket: WebSocket) {
    if (socket === this.socket) {
      this.disconnect();
      this.failed();
    }
  }

  private disconnect() {
    const socket = this.socket;
    this.socket = undefined;
    this.ready = false;
    clearTimeout(this.watchdog);
    this.ids.clear();
    this.ended = [];
    this.entries.forEach((entry) => {
      entry.cmdId = undefined;
      entry.answered = false;
    });
    if (socket?.readyState === WebSocket.CONNECTING) {
      // A browser warns of a connection that is closed before it is open.
      socket.onopen = () => socket.close();
    } else {
      socket?.close();
    }
  }

  private failed() {
    this.failures++;
    this.change('down');
    this.retryAfter(pauseAfter(this.failures, Math.random()));
  }

  private retryAfter(ms: number) {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.open();
    }, ms);
  }

  private reopenNow() {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.open();
  }

  private hiddenForLong(): boolean {
    return document.hidden && this.hiding === undefined;
  }

  private visibilityChanged() {
    clearTimeout(this.hiding);
    this.hiding = undefined;
    if (!document.hidden) {
      this.reopenNow();
      return;
    }
    this.hiding = setTimeout(() => {
      this.hiding = undefined;
      this.rest();
    }, HIDDEN_MS);
  }

  /** Gives up the connection until it is needed again. */
  private rest() {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.failures = 0;
    this.disconnect();
    this.change('connecting');
  }

  private signInChanged() {
    if (signInState().session === undefined) {
      this.rest();
    } else {
      this.open();
    }
  }

  /** Commands of one moment go into one message. */
  private flushLater() {
    if (!this.flushing) {
      this.flushing = true;
      queueMicrotask(() => {
        this.flushing = false;
        this.flush();
      });
    }
  }

  private flush() {
    if (!this.ready) {
      return;
    }
    const commands = this.ended;
    this.ended = [];
    this.entries.forEach((entry) => {
      if (entry.cmdId === undefined) {
        entry.cmdId = this.nextId++;
        this.ids.set(entry.cmdId, entry);
        commands.push(subscribeCommand(entry.topic, entry.cmdId));
      }
    });
    for (let i = 0; i < commands.length; i += COMMANDS_PER_MESSAGE) {
      this.send(commands.slice(i, i + COMMANDS_PER_MESSAGE));
    }
  }

  private send(commands: readonly object[], more: object = {}) {
    this.socket?.send(JSON.stringify({ ...more, cmds: commands }));
  }
}

/** The channel of this tab. */
export const push = new PushChannel();
