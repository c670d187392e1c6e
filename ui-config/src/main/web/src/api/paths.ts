// SPDX-License-Identifier: Apache-2.0
import type * as schemas from './schemas';
import { authorized } from './session';

export type Hop = schemas.PathHopView;

/** A delivery of a message that has ended, with the nodes that each branch passed. */
export type Delivery = schemas.PathDeliveryView;

export type MessagePath = schemas.PathView;

/** The latest messages of a device whose paths are kept, the newest first. */
export function readLatestPaths(
  deviceId: string,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly Delivery[]> {
  const query = new URLSearchParams({ limit: String(limit) });
  return authorized(`api/messages/DEVICE/${encodeURIComponent(deviceId)}/paths?${query}`, {
    signal,
  });
}

/** @throws ApiError with status 404 if the path is no longer kept */
export function readPath(messageId: string, signal?: AbortSignal): Promise<MessagePath> {
  return authorized(`api/messages/${encodeURIComponent(messageId)}/path`, { signal });
}
