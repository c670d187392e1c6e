// SPDX-License-Identifier: Apache-2.0
import type { ChainDocument, NodeId } from '../../model/chain/document';
import type { RuleChainMetadata } from '../../model/chain/metadata';

/** The state of a navigation to the editor that brings nodes which are not saved yet. */
export interface UnsavedChain {
  readonly unsaved: RuleChainMetadata;
}

/** The nodes in the state of a navigation; undefined if it brings none. */
export function unsavedIn(state: unknown): RuleChainMetadata | undefined {
  return typeof state === 'object' && state !== null && 'unsaved' in state
    ? (state as UnsavedChain).unsaved
    : undefined;
}

/** The node that an address names by its id, or by its index as in a finding of an import. */
export function nodeNamed(document: ChainDocument, name: string | null): NodeId | undefined {
  if (name === null) {
    return undefined;
  }
  return document.nodes.has(name)
    ? name
    : /^\d+$/.test(name)
      ? [...document.nodes.keys()][Number(name)]
      : undefined;
}
