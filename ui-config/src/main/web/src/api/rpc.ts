// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../model/json';
import type { RpcStatus } from './schemas';
import { authorized } from './session';
import type { Page } from './types';

/** A stored request to a device; the description of the API leaves its shape open. */
export interface PersistentRpc {
  readonly id: { readonly id: string };
  /** Milliseconds since 1970, as is the expiration. */
  readonly createdTime: number;
  readonly expirationTime: number;
  readonly status: RpcStatus;
  readonly request: {
    readonly oneway: boolean;
    readonly retries: number;
    /** The parameters are JSON text. */
    readonly body: { readonly method: string; readonly params: string };
  };
  /** The reply of the device, or why there is none; null before the end. */
  readonly response: Json;
}

/** The server stores a persistent request within 30 seconds. */
const STORED_MS = 30_000;
const MARGIN_MS = 15_000;

/**
 * Sends a request to a device and waits for its end.
 *
 * The routes of `/api/rpc` say by 504 that the device did not reply. Those of `/api/plugins/rpc` say it by 408, upon
 * which browsers send a request again: the device would get it twice.
 *
 * @param json the body of the request
 * @param waitMs how long the device has; the browser waits longer
 * @returns the text of the reply; empty for a one-way request
 * @throws ApiError 400 if a value is refused, 406 if the reply is not JSON, 409 if the device has too many persistent
 *     requests, 503 if the server has no room, 504 if the device did not reply
 */
export function sendRpc(
  deviceId: string,
  oneWay: boolean,
  json: string,
  waitMs: number,
): Promise<string> {
  const path = `api/rpc/${oneWay ? 'oneway' : 'twoway'}/${encodeURIComponent(deviceId)}`;
  return authorized(path, {
    method: 'POST',
    json,
    raw: true,
    timeoutMs: Math.max(waitMs, STORED_MS) + MARGIN_MS,
    refusesWith: [503, 504],
  });
}

/** The persistent requests of a device, the newest first. */
export function listPersistentRpc(
  deviceId: string,
  pageSize: number,
  page: number,
  signal?: AbortSignal,
): Promise<Page<PersistentRpc>> {
  const query = new URLSearchParams({ pageSize: String(pageSize), page: String(page) });
  return authorized(`api/rpc/persistent/device/${encodeURIComponent(deviceId)}?${query}`, {
    signal,
    exact: true,
  });
}

/** Deletes a persistent request; one that the device does not have yet is not sent any more. */
export function deletePersistentRpc(id: string): Promise<void> {
  return authorized(`api/rpc/persistent/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
