// SPDX-License-Identifier: Apache-2.0
import type * as schemas from './schemas';
import { authorized } from './session';

/** What a tenant watches: every message that meets the entity is kept with its contents. */
export type Watch = schemas.MessageWatchView;

export type WatchedType = 'DEVICE' | 'RULE_CHAIN' | 'RULE_NODE';

/** The watches of the tenant that have not ended. */
export function listWatches(signal?: AbortSignal): Promise<readonly Watch[]> {
  return authorized('api/messages/watches', { signal });
}

/** Begins a watch, or renews it. */
export function beginWatch(entityType: WatchedType, entityId: string): Promise<Watch> {
  return authorized('api/messages/watches', { method: 'POST', body: { entityType, entityId } });
}

/** @throws ApiError with status 404 if the watch has ended */
export function endWatch(entityType: WatchedType, entityId: string): Promise<void> {
  return authorized(`api/messages/watches/${entityType}/${encodeURIComponent(entityId)}`, {
    method: 'DELETE',
  });
}
