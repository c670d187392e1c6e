// SPDX-License-Identifier: Apache-2.0
import type { ChainDocument } from '../chain/document';

/** Whether two states of a chain treat messages alike: positions, notes and descriptions do not matter. */
export function behavesLike(a: ChainDocument, b: ChainDocument): boolean {
  return (
    a.firstNode === b.firstNode &&
    a.connections === b.connections &&
    a.nodes.size === b.nodes.size &&
    [...a.nodes.values()].every((node) => {
      const other = b.nodes.get(node.id);
      // Edits share what they leave unchanged.
      return (
        other?.configuration === node.configuration &&
        other.type === node.type &&
        other.name === node.name &&
        other.rest === node.rest
      );
    })
  );
}
