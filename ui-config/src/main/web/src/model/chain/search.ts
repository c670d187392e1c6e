// SPDX-License-Identifier: Apache-2.0
import type { ChainDocument, ChainNode, NodeId } from './document';

/**
 * The nodes whose name, number, type, description, configuration or labels contain a text, from left to right.
 *
 * @param typeName the name of a node's type as the user knows it
 */
export function searchNodes(
  document: ChainDocument,
  text: string,
  typeName: (node: ChainNode) => string,
): readonly NodeId[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') {
    return [];
  }
  const number = /^#?(\d+)$/.exec(wanted)?.[1];
  const labels = new Map<NodeId, string>();
  for (const connection of document.connections.values()) {
    const others = labels.get(connection.from) ?? '';
    labels.set(connection.from, `${others}\n${connection.labels.join('\n')}`);
  }
  return [...document.nodes.values()]
    .filter(
      (node) =>
        String(node.number) === number ||
        [
          node.name,
          typeName(node),
          node.type,
          node.description ?? '',
          JSON.stringify(node.configuration),
          labels.get(node.id) ?? '',
        ].some((part) => part.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => a.position.x - b.position.x || a.position.y - b.position.y)
    .map(({ id }) => id);
}
