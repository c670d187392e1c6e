// SPDX-License-Identifier: Apache-2.0
import { Graph, layout } from '@dagrejs/dagre';
import { NODE_SIZE, type ChainDocument, type NodeId, type Position } from './document';
import { move } from './edits';

const GRID = 10;

/**
 * Arranges nodes from left to right along their connections. The chain stays where it is: its top left corner does not
 * move.
 *
 * @param only the nodes to arrange; all if there are fewer than two
 */
export function arrange(
  document: ChainDocument,
  only: ReadonlySet<NodeId> = new Set(),
): ChainDocument {
  const nodes = [...document.nodes.values()].filter(({ id }) => only.size < 2 || only.has(id));
  if (nodes.length === 0) {
    return document;
  }
  const graph = new Graph({ multigraph: false });
  graph.setGraph({ rankdir: 'LR', ranksep: 110, nodesep: 26 });
  graph.setDefaultEdgeLabel(() => ({}));
  // From top to bottom as they are drawn, so that branches keep their order.
  nodes
    .toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x)
    .forEach(({ id }) => graph.setNode(id, { ...NODE_SIZE }));
  for (const { from, to, labels } of document.connections.values()) {
    if (graph.hasNode(from) && graph.hasNode(to)) {
      // Longer texts on the line need more room.
      graph.setEdge(from, to, { minlen: 1, width: 7 * Math.max(...labels.map((l) => l.length)) });
    }
  }
  layout(graph);

  const placed = nodes.map(({ id }) => {
    const { x = 0, y = 0 } = graph.node(id) as Partial<Position>;
    return { id, x: x - NODE_SIZE.width / 2, y: y - NODE_SIZE.height / 2 };
  });
  const dx = Math.min(...nodes.map(({ position }) => position.x)) - least(placed, 'x');
  const dy = Math.min(...nodes.map(({ position }) => position.y)) - least(placed, 'y');
  return move(
    document,
    new Map(placed.map(({ id, x, y }) => [id, { x: onGrid(x + dx), y: onGrid(y + dy) }])),
  );
}

function least(positions: readonly Position[], axis: 'x' | 'y'): number {
  return Math.min(...positions.map((position) => position[axis]));
}

function onGrid(value: number): number {
  return Math.round(value / GRID) * GRID;
}
