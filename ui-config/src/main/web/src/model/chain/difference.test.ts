// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  differenceBetween,
  differenceOf,
  isEmptyDifference,
  marksOf,
  type ChainComparison,
} from './difference';
import { addNode, configure, label, move, remove, rename, setFirstNode } from './edits';
import { chainOf } from './samples';

describe('differenceBetween', () => {
  const { chain, id } = chainOf(['A', 'B', 'C', 'D'], 'A -True-> B', 'B -True-> C');

  it('finds added, removed, changed and moved nodes', () => {
    let next = addNode(chain, {
      type: 'action.log',
      name: 'New',
      position: { x: 0, y: 0 },
      configuration: {},
      configurationVersion: 0,
    }).document;
    next = rename(next, id('A'), 'Z');
    next = configure(next, id('B'), { scriptLang: 'TBEL', tbelScript: 'return false;' });
    next = move(next, new Map([[id('D'), { x: 1, y: 1 }]]));
    next = remove(next, { nodes: new Set([id('C')]), connections: new Set(), notes: new Set() });
    const difference = differenceBetween(chain, next);
    expect(difference.nodes.map(({ name, mark, changes }) => [name, mark, changes])).toEqual([
      ['New', 'added', []],
      ['C', 'removed', []],
      ['Z', 'changed', [{ pointer: '/name', old: 'A', new: 'Z' }]],
      [
        'B',
        'changed',
        [{ pointer: '/configuration/tbelScript', old: 'return true;', new: 'return false;' }],
      ],
      ['D', 'moved', []],
    ]);
    expect(difference.connections).toMatchObject([
      { fromName: 'B', toName: 'C', oldLabel: 'True' },
    ]);
    expect(marksOf(difference).get(id('D'))).toBe('moved');
  });

  it('finds another label and another first node', () => {
    const next = setFirstNode(label(chain, id('A'), id('B'), ['False']), id('B'));
    const difference = differenceBetween(chain, next);
    expect(difference.connections).toMatchObject([
      { fromName: 'A', toName: 'B', oldLabel: 'True', label: 'False' },
    ]);
    expect(difference.firstNode).toEqual({ old: 'A', new: 'B' });
  });

  it('is empty for the same chain', () => {
    expect(isEmptyDifference(differenceBetween(chain, chain))).toBe(true);
  });
});

describe('differenceOf', () => {
  const node = (id: string, name: string) => ({ id: { id }, name, type: 't' });

  it('reads the answer of a comparison, without the numbers of nodes', () => {
    const comparison: ChainComparison = {
      from: 1,
      to: 2,
      firstNode: { old: null, new: node('a', 'A') },
      nodes: {
        added: [node('a', 'A')],
        changed: [
          {
            ...node('b', 'B'),
            changes: [
              { pointer: '/additionalInfo/number', new: 2 },
              { pointer: '/name', old: 'X', new: 'B' },
            ],
          },
          {
            ...node('c', 'C'),
            changes: [{ pointer: '/additionalInfo', old: null, new: { number: 3 } }],
          },
          {
            ...node('e', 'E'),
            changes: [
              { pointer: '/additionalInfo', old: null, new: { number: 3, description: 'Why' } },
            ],
          },
        ],
        moved: [node('d', 'D')],
        removed: [],
      },
      connections: {
        added: [],
        changed: [{ from: node('a', 'A'), to: node('b', 'B'), oldType: 'True', newType: 'False' }],
        removed: [{ from: node('a', 'A'), to: node('d', 'D'), type: 'True' }],
      },
    };
    const difference = differenceOf(comparison);
    expect([...marksOf(difference)]).toEqual([
      ['a', 'added'],
      ['b', 'changed'],
      ['e', 'changed'],
      ['d', 'moved'],
    ]);
    expect(difference.nodes[1]?.changes).toEqual([{ pointer: '/name', old: 'X', new: 'B' }]);
    expect(difference.nodes[2]?.changes).toEqual([
      { pointer: '/additionalInfo/description', new: 'Why' },
    ]);
    expect(difference.connections).toMatchObject([
      { oldLabel: 'True' },
      { label: 'False', oldLabel: 'True' },
    ]);
    expect(difference.firstNode).toEqual({ new: 'A' });
  });
});
