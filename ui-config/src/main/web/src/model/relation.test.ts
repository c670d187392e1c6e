// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import type { EntityId, EntityRelation } from '../api/types';
import { otherEnd, pageOf, sortedRelations } from './relation';

function relation(from: string, type: string, to: string): EntityRelation {
  const idOf = (id: string): EntityId => ({ entityType: 'DEVICE', id });
  return {
    from: idOf(from),
    to: idOf(to),
    fromName: `name of ${from}`,
    toName: null,
    type,
    typeGroup: 'COMMON',
    version: 1,
    additionalInfo: null,
  };
}

it('finds the other end of a relation', () => {
  expect(otherEnd(relation('d', 'Uses', 'x'), 'd')).toEqual({
    id: { entityType: 'DEVICE', id: 'x' },
    name: undefined,
    direction: 'from',
  });
  expect(otherEnd(relation('x', 'Uses', 'd'), 'd')).toMatchObject({
    name: 'name of x',
    direction: 'to',
  });
});

it('lists each relation once, by type', () => {
  const own = relation('d', 'Manages', 'd');
  const sorted = sortedRelations(
    [own, relation('d', 'Uses', 'x')],
    [own, relation('a', 'Contains', 'd')],
  );
  expect(sorted.map(({ type }) => type)).toEqual(['Contains', 'Manages', 'Uses']);
});

it('links to pages that the user may open', () => {
  expect(pageOf({ entityType: 'DEVICE', id: 'd' }, false)).toBe('/devices/d');
  expect(pageOf({ entityType: 'RULE_CHAIN', id: 'r' }, true)).toBe('/rule-chains/r');
  expect(pageOf({ entityType: 'RULE_CHAIN', id: 'r' }, false)).toBeUndefined();
  expect(pageOf({ entityType: 'ASSET', id: 'a' }, true)).toBeUndefined();
});
