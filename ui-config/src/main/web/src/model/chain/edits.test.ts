// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { connectionsFrom, EMPTY_CHAIN, NODE_SIZE, type ChainDocument } from './document';
import {
  addNode,
  addNodeAfter,
  addNote,
  chooseQueue,
  configure,
  connect,
  connectionFault,
  describe as describeNode,
  fragmentOf,
  freePosition,
  insertNode,
  label,
  makeRoom,
  move,
  paste,
  queueOf,
  reconnect,
  remove,
  rename,
  replaceType,
  resizeNote,
  setFirstNode,
  writeNote,
  type NewNode,
  type Parts,
} from './edits';
import { toMetadata } from './metadata';
import { chainOf } from './samples';

const NEW: NewNode = {
  type: 'action.log',
  name: 'Log',
  position: { x: 1, y: 2 },
  configuration: {},
  configurationVersion: 0,
};

function parts(those: Partial<Parts>): Parts {
  return { nodes: new Set(), connections: new Set(), notes: new Set(), ...those };
}

function links({ nodes, connections }: ChainDocument): readonly string[] {
  const name = (id: string) => nodes.get(id)?.name;
  return [...connections.values()].map(
    ({ from, to, labels }) => `${name(from)} -${labels.join('/')}-> ${name(to)}`,
  );
}

describe('edits', () => {
  it('make the first node of an empty chain the one that messages enter', () => {
    const { document, id } = addNode(EMPTY_CHAIN, NEW);
    expect(document.firstNode).toBe(id);
    expect(addNode(document, NEW).document.firstNode).toBe(id);
  });

  it('replace the type of a node, and leave its name, place and connections', () => {
    const { chain, id } = chainOf(['A', 'B'], 'A -True-> B');
    const replaced = replaceType(chain, id('B'), { ...NEW, configuration: { a: 1 } });
    const before = chain.nodes.get(id('B'));
    expect(replaced.nodes.get(id('B'))).toEqual({
      ...before,
      type: 'action.log',
      configuration: { a: 1 },
      configurationVersion: 0,
    });
    expect(links(replaced)).toEqual(['A -True-> B']);
    expect(replaceType(chain, 'nowhere', NEW)).toBe(chain);
  });

  it('give new nodes the next number and a name of their own', () => {
    let chain = EMPTY_CHAIN;
    for (let i = 0; i < 3; i++) {
      chain = addNode(chain, NEW).document;
    }
    const nodes = [...chain.nodes.values()];
    expect(nodes.map(({ name }) => name)).toEqual(['Log', 'Log 2', 'Log 3']);
    expect(nodes.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('add a node behind another one', () => {
    const { chain, id } = chainOf(['A']);
    expect(links(addNodeAfter(chain, id('A'), ['True'], NEW).document)).toEqual(['A -True-> Log']);
  });

  it('insert a node into a connection', () => {
    const { chain, id } = chainOf(['A', 'B'], 'A -True-> B', 'A -False-> B');
    const { document } = insertNode(chain, `${id('A')}>${id('B')}`, ['Success'], NEW);
    expect(links(document)).toEqual(['A -True/False-> Log', 'Log -Success-> B']);
  });

  it('make room in a connection for one more node', () => {
    const { chain, id } = chainOf(['A', 'B', 'C', 'D'], 'A -True-> B', 'B -True-> C');
    const { document, position } = makeRoom(chain, `${id('A')}>${id('B')}`);
    const x = (name: string) => document.nodes.get(id(name))?.position.x ?? NaN;
    expect(position.x).toBeGreaterThan(x('A') + NODE_SIZE.width);
    expect(x('B')).toBeGreaterThan(position.x + NODE_SIZE.width);
    expect(x('C') - x('B')).toBe(260);
    expect(x('D')).toBe(1_020);
  });

  it('find a place where nothing is covered', () => {
    const { chain } = chainOf(['A', 'B']);
    const { x, y } = freePosition(chain, { x: 260, y: 80 });
    expect(x).toBe(260);
    expect(y).toBeGreaterThanOrEqual(100 + NODE_SIZE.height);
    expect(freePosition(chain, { x: 240, y: 400 })).toEqual({ x: 240, y: 400 });
  });

  it('add labels to a connection, set them, and remove it with the last one', () => {
    const { chain, id } = chainOf(['A', 'B'], 'A -True-> B');
    const both = connect(chain, id('A'), id('B'), ['False', 'True']);
    expect(links(both)).toEqual(['A -True/False-> B']);
    expect(links(label(both, id('A'), id('B'), ['Failure']))).toEqual(['A -Failure-> B']);
    expect(links(label(both, id('A'), id('B'), []))).toEqual([]);
  });

  it('move a connection to another node, where it joins the one that is there', () => {
    const { chain, id } = chainOf(['A', 'B', 'C'], 'A -True-> B', 'A -False-> C');
    const next = reconnect(chain, `${id('A')}>${id('B')}`, id('A'), id('C'));
    expect(links(next)).toEqual(['A -False/True-> C']);
  });

  it('name the connections that the server refuses', () => {
    const { chain, id } = chainOf(['A', 'B', 'C'], 'A -True-> B', 'B -True-> C');
    expect(connectionFault(chain, id('A'), id('A'))).toBe('self');
    expect(connectionFault(chain, id('C'), id('A'))).toBe('cycle');
    expect(connectionFault(chain, id('A'), id('C'))).toBeUndefined();
  });

  it('remove a node with its connections and as the first node', () => {
    const { chain, id } = chainOf(['A', 'B', 'C'], 'A -True-> B', 'B -True-> C');
    const left = remove(chain, parts({ nodes: new Set([id('A'), id('B')]) }));
    expect([...left.nodes.values()].map(({ name }) => name)).toEqual(['C']);
    expect(links(left)).toEqual([]);
    expect(left.firstNode).toBeUndefined();
  });

  it('paste with new ids, connections inside the fragment, and names of their own', () => {
    const { chain, id } = chainOf(['A', 'B', 'C'], 'A -True-> B', 'B -True-> C');
    const fragment = fragmentOf(chain, parts({ nodes: new Set([id('A'), id('B')]) }));
    const { document, parts: added } = paste(chain, fragment, { x: 10, y: 20 });
    expect(links(document).slice(2)).toEqual(['A 2 -True-> B 2']);
    expect(added.nodes.size).toBe(2);
    const [first = ''] = added.nodes;
    expect(document.nodes.get(first)?.position).toEqual({ x: 250, y: 120 });
    expect(chain.nodes.has(first)).toBe(false);
    expect(new Set([...document.nodes.values()].map(({ number }) => number)).size).toBe(5);
  });

  it('choose the queue of a node and leave the rest of it alone', () => {
    const { chain, id } = chainOf(['A']);
    const chosen = chooseQueue(chain, id('A'), 'HighPriority');
    const node = chosen.nodes.get(id('A'));
    expect(node === undefined ? null : queueOf(node)).toBe('HighPriority');
    expect(chooseQueue(chosen, id('A'), 'HighPriority')).toBe(chosen);
    expect(chooseQueue(chain, id('A'), null)).toBe(chain);
    const again = chooseQueue(chosen, id('A'), null).nodes.get(id('A'));
    expect(again).toEqual({ ...chain.nodes.get(id('A')), rest: { queueName: null } });
    expect(toMetadata(chosen).nodes[0]).toMatchObject({ name: 'A', queueName: 'HighPriority' });
  });

  it('leave the identity of a copied node behind', () => {
    const { chain, id } = chainOf(['A']);
    const node = chain.nodes.get(id('A'));
    if (node === undefined) {
      throw new Error('no node A');
    }
    const known = { ...node, rest: { createdTime: 5, queueName: 'Main', debugSettings: null } };
    const { document } = paste(
      EMPTY_CHAIN,
      { nodes: [known], connections: [], notes: [] },
      { x: 0, y: 0 },
    );
    const [copy] = document.nodes.values();
    expect(copy?.rest).toEqual({ queueName: 'Main' });
    expect(document.firstNode).toBe(copy?.id);
  });

  it('write, resize and move notes', () => {
    const { chain, id } = chainOf(['A', 'B']);
    const { document, id: note } = addNote(chain, { x: 510, y: 100 });
    const written = writeNote(document, note, 'Why');
    const resized = resizeNote(written, note, { x: 5, y: 6 }, { width: 300, height: 80 });
    const moved = move(resized, new Map([[note, { x: 7, y: 8 }]]));
    expect(moved.notes.get(note)).toEqual({
      id: note,
      text: 'Why',
      position: { x: 7, y: 8 },
      size: { width: 300, height: 80 },
      keeper: id('B'),
    });
  });

  it('without an effect answer the same document', () => {
    const { chain, id } = chainOf(['A', 'B'], 'A -True-> B');
    const a = id('A');
    expect(rename(chain, a, 'A')).toBe(chain);
    expect(describeNode(chain, a, '')).toBe(chain);
    expect(configure(chain, a, { tbelScript: 'return true;', scriptLang: 'TBEL' })).toBe(chain);
    expect(connect(chain, a, id('B'), ['True'])).toBe(chain);
    expect(setFirstNode(chain, a)).toBe(chain);
    expect(remove(chain, parts({}))).toBe(chain);
    expect(move(chain, new Map([[a, { x: 240, y: 100 }]]))).toBe(chain);
    expect(writeNote(chain, 'none', 'x')).toBe(chain);
    expect(rename(chain, 'none', 'x')).toBe(chain);
  });

  it('share every node that they leave unchanged', () => {
    const { chain, id } = chainOf(['A', 'B']);
    const next = rename(chain, id('A'), 'Z');
    expect(next.nodes.get(id('B'))).toBe(chain.nodes.get(id('B')));
    expect(next.connections).toBe(chain.connections);
    expect(connectionsFrom(next, id('A'))).toEqual([]);
  });
});
