// SPDX-License-Identifier: Apache-2.0
import { authorized } from './session';
import type { EntityId, EntityRelation } from './types';

/** The end of a relation where an entity is: relations lead from it, or to it. */
export type Direction = 'from' | 'to';

/** The relations that begin or end at a device, with the names of both entities. */
export function listRelations(
  deviceId: string,
  direction: Direction,
  signal?: AbortSignal,
): Promise<readonly EntityRelation[]> {
  const id = encodeURIComponent(deviceId);
  return authorized(`api/relations/info/${direction}/DEVICE/${id}`, { signal });
}

/** What makes a relation the only one of its kind. */
export interface RelationKey {
  readonly from: EntityId;
  readonly to: EntityId;
  readonly type: string;
}

export function saveRelation(relation: RelationKey): Promise<unknown> {
  return authorized('api/v2/relation', { method: 'POST', body: relation });
}

export function deleteRelation({ from, to, type }: RelationKey): Promise<unknown> {
  const query = new URLSearchParams({
    fromId: from.id,
    fromType: from.entityType,
    relationType: type,
    toId: to.id,
    toType: to.entityType,
  });
  return authorized(`api/v2/relation?${query}`, { method: 'DELETE' });
}
