// SPDX-License-Identifier: Apache-2.0
// Chains for tests.
import { EMPTY_CHAIN, type ChainDocument, type NodeId } from './document';
import { addNode, connect } from './edits';

/** A chain with one node per name; the connections are written as `from -label-> to`. */
export function chainOf(
  names: readonly string[],
  ...connections: readonly string[]
): { readonly chain: ChainDocument; readonly id: (name: string) => NodeId } {
  let chain = EMPTY_CHAIN;
  const ids = new Map<string, NodeId>();
  names.forEach((name, index) => {
    const added = addNode(chain, {
      type: 'filter.script',
      name,
      position: { x: 240 + 260 * index, y: 100 },
      configuration: { scriptLang: 'TBEL', tbelScript: 'return true;' },
      configurationVersion: 0,
    });
    chain = added.document;
    ids.set(name, added.id);
  });
  const id = (name: string): NodeId => {
    const found = ids.get(name);
    if (found === undefined) {
      throw new Error(`The sample has no node ${name}.`);
    }
    return found;
  };
  for (const connection of connections) {
    const [, from = '', label = '', to = ''] = /^(.+) -(.+)-> (.+)$/.exec(connection) ?? [];
    chain = connect(chain, id(from), id(to), [label]);
  }
  return { chain, id };
}

/** Numbers that look random and are the same in every run: a linear congruential generator. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
