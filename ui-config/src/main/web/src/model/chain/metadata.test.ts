// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json';
import { addNote, remove, writeNote } from './edits';
import { fromMetadata, isWithoutLayout, toMetadata, type RuleChainMetadata } from './metadata';
import { chainOf, randomNumbers } from './samples';

/** Metadata as a server answers it, with every property that occurs and one that the editor does not know. */
function randomMetadata(seed: number): RuleChainMetadata {
  const random = randomNumbers(seed);
  const count = 1 + random(12);
  const nodes = Array.from({ length: count }, (_, index): JsonObject => ({
    id: { entityType: 'RULE_NODE', id: `node-${seed}-${index}` },
    createdTime: 1_795_371_924_954 + index,
    ruleChainId: { entityType: 'RULE_CHAIN', id: 'chain' },
    type: ['filter.script', 'org.example.Unknown'][random(2)] ?? '',
    name: `Node ${random(4)}`,
    debugSettings: random(2) === 0 ? null : { failuresEnabled: true, allEnabledUntil: 5 },
    singletonMode: random(2) === 0,
    queueName: random(2) === 0 ? null : 'Main',
    configurationVersion: random(3),
    configuration: { list: [1, { a: null }], text: `"${random(9)}"`, deep: { on: true } },
    externalId: null,
    unknownOfNode: [random(5)],
    additionalInfo: {
      ...(random(2) === 0 ? {} : { description: 'Says why.' }),
      unknownOfInfo: { kept: random(7) },
      number: count - index,
      layoutX: random(2_000) - 500,
      layoutY: random(2_000) / 4,
      ...(random(3) > 0
        ? {}
        : { notes: [{ id: `note-${index}`, text: 'n', x: 1, y: 2, width: 3, height: 4 }] }),
    },
  }));
  const pairs = new Map<string, { fromIndex: number; toIndex: number; type: string }>();
  for (let i = 0; i < count * 2; i++) {
    const connection = {
      fromIndex: random(count),
      toIndex: random(count),
      type: ['True', 'False', 'Failure'][random(3)] ?? '',
    };
    pairs.set(JSON.stringify(connection), connection);
  }
  return {
    version: seed,
    firstNodeIndex: random(4) === 0 ? null : random(count),
    nodes,
    connections: [...pairs.values()],
    ...{ unknownOfChain: { kept: true }, ruleChainConnections: null },
  };
}

/** The order of connections means nothing. */
function sorted(metadata: RuleChainMetadata): RuleChainMetadata {
  const connections = [...(metadata.connections ?? [])].sort((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
  );
  return { ...metadata, connections };
}

describe('metadata', () => {
  it('survives the way into a document and back, with unknown properties', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const metadata = randomMetadata(seed);
      const back = toMetadata(fromMetadata(metadata), seed);
      expect(sorted(back)).toEqual(sorted(metadata));
    }
  });

  it('gives back the same document', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const document = fromMetadata(randomMetadata(seed));
      expect(fromMetadata(toMetadata(document))).toEqual(document);
    }
  });

  it('sends neither the version nor the warnings of an answer', () => {
    const answer = { ...randomMetadata(1), version: 7, warnings: [] };
    const back = toMetadata(fromMetadata(answer));
    expect(back).not.toHaveProperty('version');
    expect(back).not.toHaveProperty('warnings');
    expect(toMetadata(fromMetadata(answer), 8).version).toBe(8);
  });

  it('joins the labels between two nodes in one connection', () => {
    const { chain, id } = chainOf(['A', 'B'], 'A -True-> B', 'A -False-> B');
    expect([...chain.connections.values()]).toEqual([
      { id: `${id('A')}>${id('B')}`, from: id('A'), to: id('B'), labels: ['True', 'False'] },
    ]);
    expect(toMetadata(chain).connections).toEqual([
      { fromIndex: 0, toIndex: 1, type: 'True' },
      { fromIndex: 0, toIndex: 1, type: 'False' },
    ]);
  });

  it('numbers nodes without a number, and the second of two with the same one', () => {
    const node = (number?: number): JsonObject => ({
      type: 't',
      name: 'n',
      additionalInfo: number === undefined ? null : { number },
    });
    const metadata = { nodes: [node(), node(2), node(2), node(), node(-1)], connections: [] };
    const numbers = [...fromMetadata(metadata).nodes.values()].map(({ number }) => number);
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
  });

  it('places nodes that have no position apart from each other', () => {
    const nodes = Array.from({ length: 9 }, () => ({ type: 't', name: 'n' }));
    expect(isWithoutLayout({ nodes })).toBe(true);
    const places = [...fromMetadata({ nodes }).nodes.values()].map(({ position }) => position);
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(9);
  });

  it('keeps a note in another node when its own is removed', () => {
    const { chain, id } = chainOf(['A', 'B']);
    const { document, id: note } = addNote(chain, { x: 500, y: 90 });
    const written = writeNote(document, note, 'Why B');
    expect(notesOf(toMetadata(written))).toEqual([[], ['Why B']]);
    const left = remove(written, {
      nodes: new Set([id('B')]),
      connections: new Set(),
      notes: new Set(),
    });
    expect(notesOf(toMetadata(left))).toEqual([['Why B']]);
  });
});

function notesOf({ nodes }: RuleChainMetadata): readonly (readonly string[])[] {
  return nodes.map(({ additionalInfo }) => {
    const { notes = [] } = additionalInfo as { notes?: readonly { text: string }[] };
    return notes.map(({ text }) => text);
  });
}
