// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { RuleChainMetadata } from './metadata';

/** The export file of one rule chain, as ThingsBoard writes it: without ids, so that an import makes new ones. */
export function exportFile(
  chain: { readonly name: string; readonly additionalInfo: JsonObject | null },
  { firstNodeIndex, nodes, connections }: RuleChainMetadata,
): JsonObject {
  return {
    ruleChain: {
      name: chain.name,
      type: 'CORE',
      firstRuleNodeId: null,
      root: false,
      debugMode: false,
      configuration: null,
      additionalInfo: chain.additionalInfo,
    },
    metadata: {
      firstNodeIndex: firstNodeIndex ?? null,
      nodes: nodes.map(withoutIdentity),
      connections: (connections ?? []).map((connection) => ({ ...connection })),
      ruleChainConnections: null,
    },
  };
}

function withoutIdentity(node: JsonObject): JsonObject {
  const copy: Record<string, Json> = { ...node };
  for (const name of ['id', 'createdTime', 'ruleChainId', 'externalId']) {
    delete copy[name];
  }
  return copy;
}

/** A name for the file of a rule chain that every file system accepts. */
export function exportFileName(name: string): string {
  const safe = name
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return `${safe === '' ? 'rule_chain' : safe}.json`;
}

/** Why a text is not a file of rule chains; undefined if it may be one. */
export function importFault(text: string): 'notJson' | 'notRuleChains' | undefined {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return 'notJson';
  }
  const holdsChains =
    isJsonObject(json) &&
    (Array.isArray(json.ruleChains) ||
      (isJsonObject(json.ruleChain) && isJsonObject(json.metadata)));
  return holdsChains ? undefined : 'notRuleChains';
}
