// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '../../api/http';
import { readPath } from '../../api/paths';
import { readMessageOf } from '../../api/telemetry';
import { firstChainOf } from '../../model/path';
import type { Reading } from '../../model/reading';

const NOT_FOUND = 404;

/** Where a reading leads to. */
export type FollowedReading =
  /** It is not known which message brought it. */
  | { readonly kind: 'unknown' }
  /** The path of its message is no longer kept. */
  | { readonly kind: 'gone'; readonly message: string }
  /** `chain` is the first one that the message entered; undefined if it has passed no node. */
  | { readonly kind: 'kept'; readonly message: string; readonly chain: string | undefined };

/** Finds the message that brought a reading, and its path. */
export async function followReading(
  deviceId: string,
  { key, ts }: Reading,
  signal?: AbortSignal,
): Promise<FollowedReading> {
  const message = await unlessMissing(readMessageOf(deviceId, key, ts, signal));
  if (message === undefined) {
    return { kind: 'unknown' };
  }
  const path = await unlessMissing(readPath(message, signal));
  if (path === undefined) {
    return { kind: 'gone', message };
  }
  const chains = [...path.deliveries, ...path.inFlight].map(firstChainOf);
  return { kind: 'kept', message, chain: chains.find((chain) => chain !== undefined) };
}

/** Gives undefined if the server answers with 404, instead of the error. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) {
      return undefined;
    }
    throw error;
  }
}
