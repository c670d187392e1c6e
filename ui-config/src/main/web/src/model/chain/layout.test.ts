// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { NODE_SIZE, type ChainDocument } from './document';
import { move } from './edits';
import { arrange } from './layout';
import { chainOf } from './samples';

function overlaps({ nodes }: ChainDocument): boolean {
  const places = [...nodes.values()].map(({ position }) => position);
  return places.some((a, i) =>
    places
      .slice(i + 1)
      .some((b) => Math.abs(a.x - b.x) < NODE_SIZE.width && Math.abs(a.y - b.y) < NODE_SIZE.height),
  );
}

describe('arrange', () => {
  const { chain, id } = chainOf(['A', 'B', 'C', 'D'], 'A -True-> B', 'A -False-> C', 'B -True-> D');
  const heap = move(
    chain,
    new Map([...chain.nodes.keys()].map((node) => [node, { x: 300, y: 200 }])),
  );
  const at = (document: ChainDocument, name: string) =>
    document.nodes.get(id(name))?.position ?? { x: NaN, y: NaN };

  it('places nodes from left to right, without covering each other', () => {
    const arranged = arrange(heap);
    expect(overlaps(arranged)).toBe(false);
    expect(at(arranged, 'B').x).toBeGreaterThan(at(arranged, 'A').x);
    expect(at(arranged, 'D').x).toBeGreaterThan(at(arranged, 'B').x);
  });

  it('does not move the top left corner', () => {
    const places = [...arrange(heap).nodes.values()].map(({ position }) => position);
    expect(Math.min(...places.map(({ x }) => x))).toBe(300);
    expect(Math.min(...places.map(({ y }) => y))).toBe(200);
  });

  it('arranges selected nodes alone', () => {
    const arranged = arrange(heap, new Set([id('B'), id('D')]));
    expect(at(arranged, 'A')).toEqual({ x: 300, y: 200 });
    expect(at(arranged, 'D').x).toBeGreaterThan(at(arranged, 'B').x);
  });
});
