// SPDX-License-Identifier: Apache-2.0
import type { Direction } from '../api/relations';
import type { EntityId, EntityRelation } from '../api/types';
import { compareNames } from './telemetry';

/** The types of relations that ThingsBoard's rule chains use; any other text is one too. */
export const COMMON_RELATION_TYPES: readonly string[] = ['Contains', 'Manages', 'Uses'];

/** The types of entities that can be related to a device, and chosen by name. */
export const RELATED_TYPES = ['DEVICE', 'ASSET', 'CUSTOMER'] as const;
export type RelatedType = (typeof RELATED_TYPES)[number];

interface OtherEnd {
  readonly id: EntityId;
  /** Undefined where the user may not see the entity, or it has no name. */
  readonly name: string | undefined;
  /** Where the device is. */
  readonly direction: Direction;
}

/** The entity at the other end of a device's relation. */
export function otherEnd(relation: EntityRelation, deviceId: string): OtherEnd {
  return relation.from.id === deviceId
    ? { id: relation.to, name: relation.toName ?? undefined, direction: 'from' }
    : { id: relation.from, name: relation.fromName ?? undefined, direction: 'to' };
}

/** All relations of a device once, also one that leads from it to itself, ordered by type. */
export function sortedRelations(
  from: readonly EntityRelation[],
  to: readonly EntityRelation[],
): readonly EntityRelation[] {
  const others = to.filter((relation) => relation.from.id !== relation.to.id);
  return [...from, ...others].sort(
    (a, b) =>
      compareNames(a.type, b.type) ||
      compareNames(a.toName ?? '', b.toName ?? '') ||
      compareNames(a.fromName ?? '', b.fromName ?? ''),
  );
}

/** The address of an entity's page; undefined if it has none that the user may open. */
export function pageOf({ entityType, id }: EntityId, isAdmin: boolean): string | undefined {
  if (entityType === 'DEVICE') {
    return `/devices/${id}`;
  }
  return entityType === 'RULE_CHAIN' && isAdmin ? `/rule-chains/${id}` : undefined;
}
