// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json } from '../json';
import type { ChainDocument } from './document';
import type { Fragment, Parts } from './edits';
import { fromMetadata, toMetadata, type RuleChainMetadata } from './metadata';
import { remove } from './edits';

const FORMAT = 'millrace.rule-nodes';
const VERSION = 1;

/** The given nodes and notes, with the connections among them, as a text for the clipboard. */
export function toClipboard(document: ChainDocument, { nodes, notes }: Parts): string {
  const others = (all: ReadonlyMap<string, unknown>, kept: ReadonlySet<string>) =>
    new Set([...all.keys()].filter((id) => !kept.has(id)));
  const part = remove(
    { ...document, rest: {} },
    {
      nodes: others(document.nodes, nodes),
      notes: others(document.notes, notes),
      connections: new Set(),
    },
  );
  // Notes are kept in nodes; a copy of notes alone has none.
  const loose = nodes.size === 0 ? [...part.notes.values()] : [];
  const content = { format: FORMAT, version: VERSION, metadata: toMetadata(part), notes: loose };
  return JSON.stringify(content, null, 2);
}

/** What a text of the clipboard holds; undefined if the editor has not copied it. */
export function fromClipboard(text: string): Fragment | undefined {
  try {
    const content = JSON.parse(text) as Json;
    if (!isJsonObject(content) || content.format !== FORMAT || content.version !== VERSION) {
      return undefined;
    }
    const { nodes, connections, notes } = fromMetadata(
      content.metadata as unknown as RuleChainMetadata,
    );
    const loose = content.notes as unknown as Fragment['notes'];
    return {
      nodes: [...nodes.values()],
      connections: [...connections.values()],
      notes: [...notes.values(), ...loose],
    };
  } catch {
    return undefined;
  }
}
