// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '../api/http';
import type { RpcStatus } from '../api/schemas';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const MOST_SECONDS = 300;
export const MOST_RETRIES = 5;
/** The longest expiration that the form offers: a year. */
export const MOST_MINUTES = 525_600;

/** A request to a device as it is entered. Numbers are texts, as they are typed. */
export interface RpcDraft {
  readonly method: string;
  /** JSON text. */
  readonly params: string;
  /** True if the device only acknowledges the request. */
  readonly oneWay: boolean;
  /** How long the device has, in seconds; for a request that is not persistent. */
  readonly seconds: string;
  /** True if the server keeps the request until the device has it. */
  readonly persistent: boolean;
  /** When a persistent request expires, in minutes from the sending. */
  readonly minutes: string;
  /** How often a persistent request is sent again. */
  readonly retries: string;
}

export type RpcField = keyof RpcDraft;

export const NEW_RPC: RpcDraft = {
  method: '',
  params: '{}',
  oneWay: false,
  seconds: '10',
  persistent: false,
  minutes: '60',
  retries: '5',
};

export type RpcProblems = Partial<
  Record<RpcField, 'method' | 'params' | 'seconds' | 'minutes' | 'retries'>
>;

export function problemsOf(draft: RpcDraft): RpcProblems {
  const { method, params, seconds, persistent, minutes, retries } = draft;
  return {
    ...(method.trim() === '' && { method: 'method' }),
    ...(!isJson(params) && { params: 'params' }),
    ...(!persistent && !isWhole(seconds, 1, MOST_SECONDS) && { seconds: 'seconds' }),
    ...(persistent && !isWhole(minutes, 1, MOST_MINUTES) && { minutes: 'minutes' }),
    ...(persistent && !isWhole(retries, 0, MOST_RETRIES) && { retries: 'retries' }),
  };
}

/**
 * The body of the request that sends a draft without problems, as JSON. The parameters are in it as they were typed, so
 * that numbers keep their digits.
 *
 * @param now milliseconds since 1970
 */
export function bodyOf(draft: RpcDraft, now: number): string {
  const { method, params, seconds, persistent, minutes, retries } = draft;
  const rest = persistent
    ? {
        persistent: true,
        expirationTime: now + Number(minutes) * MINUTE,
        retries: Number(retries),
      }
    : { timeout: Number(seconds) * SECOND };
  const members = JSON.stringify({ method: method.trim(), ...rest }).slice(1, -1);
  return `{${members},"params":${params.trim()}}`;
}

/** How long the sender waits for the device, in milliseconds; 0 for a persistent request, which is only stored. */
export function waitOf({ persistent, seconds }: RpcDraft): number {
  return persistent ? 0 : Number(seconds) * SECOND;
}

/** Why a request has no answer; `other` is for what the message of the error says alone. */
export type RpcFault = 'noReply' | 'notStored' | 'tooMany' | 'notJson' | 'noRoom' | 'other';

export function faultOf(error: Error, persistent: boolean): RpcFault {
  switch (error instanceof ApiError ? error.status : undefined) {
    case 504:
      return persistent ? 'notStored' : 'noReply';
    case 409:
      return persistent ? 'tooMany' : 'other';
    case 406:
      return 'notJson';
    case 503:
      return 'noRoom';
    default:
      return 'other';
  }
}

/** How a call ended. */
export type RpcEnd = 'answered' | 'acknowledged' | 'stored' | RpcFault;

/** A call that has ended. */
export interface RpcCall {
  readonly draft: RpcDraft;
  /** When it was sent, in milliseconds since 1970. */
  readonly ts: number;
  readonly millis: number;
  readonly end: RpcEnd;
}

export const CALLS_KEPT = 10;

/** The calls with a new one before them. */
export function withCall(calls: readonly RpcCall[], call: RpcCall): readonly RpcCall[] {
  return [call, ...calls].slice(0, CALLS_KEPT);
}

const FINAL: ReadonlySet<RpcStatus> = new Set(['SUCCESSFUL', 'EXPIRED', 'FAILED', 'DELETED']);

/** True if a persistent request has ended: for a one-way request, that is when the device has it. */
export function hasEnded(status: RpcStatus, oneWay: boolean): boolean {
  return FINAL.has(status) || (oneWay && status === 'DELIVERED');
}

/** JSON with indentation; a text that is no JSON as it is. */
export function prettyJson(text: string): string {
  // Parsing and writing would change numbers that a double does not hold.
  return /\d{16}|\d[eE.]/.test(text) || !isJson(text)
    ? text
    : JSON.stringify(JSON.parse(text), null, 2);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isWhole(text: string, least: number, most: number): boolean {
  return /^\d{1,6}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}
