// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { fromClipboard, toClipboard } from './clipboard';
import { EMPTY_CHAIN } from './document';
import { addNote, paste, writeNote } from './edits';
import { chainOf } from './samples';

const NONE: ReadonlySet<string> = new Set();

describe('clipboard', () => {
  it('carries nodes, their connections and notes to another chain', () => {
    const { chain, id } = chainOf(['A', 'B', 'C'], 'A -True-> B', 'B -False-> C');
    const noted = addNote(chain, { x: 240, y: 0 });
    const written = writeNote(noted.document, noted.id, 'Why');
    const text = toClipboard(written, {
      nodes: new Set([id('A'), id('B')]),
      connections: NONE,
      notes: new Set([noted.id]),
    });
    const fragment = fromClipboard(text);
    expect(fragment?.nodes.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(fragment?.connections.map(({ labels }) => labels)).toEqual([['True']]);
    expect(fragment?.notes.map((note) => note.text)).toEqual(['Why']);
    const { document } = paste(EMPTY_CHAIN, fragment ?? never(), { x: 0, y: 0 });
    expect(document.nodes.size).toBe(2);
    expect([...document.notes.values()].map((note) => note.text)).toEqual(['Why']);
  });

  it('carries notes alone', () => {
    const { document, id } = addNote(EMPTY_CHAIN, { x: 1, y: 2 });
    const written = writeNote(document, id, 'Alone');
    const text = toClipboard(written, { nodes: NONE, connections: NONE, notes: new Set([id]) });
    expect(fromClipboard(text)?.notes.map((note) => note.text)).toEqual(['Alone']);
  });

  it('reads no other text', () => {
    expect(fromClipboard('')).toBeUndefined();
    expect(fromClipboard('A sentence.')).toBeUndefined();
    expect(fromClipboard('{"nodes":[]}')).toBeUndefined();
    expect(fromClipboard('{"format":"millrace.rule-nodes","version":2}')).toBeUndefined();
    expect(fromClipboard('{"format":"millrace.rule-nodes","version":1}')).toBeUndefined();
  });
});

function never(): never {
  throw new Error('The clipboard held nothing.');
}
