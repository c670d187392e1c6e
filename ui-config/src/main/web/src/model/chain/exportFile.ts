// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, without, type Json, type JsonObject } from '../json';
import type { RuleChainMetadata } from './metadata';

const IDENTITY = ['id', 'createdTime', 'ruleChainId', 'externalId'];

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
      nodes: nodes.map((node) => without(node, IDENTITY)),
      connections: (connections ?? []).map((connection) => ({ ...connection })),
      ruleChainConnections: null,
    },
  };
}

/** A name for the file of a rule chain that every file system accepts. */
export function exportFileName(name: string): string {
  const safe = name
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return `${safe === '' ? 'rule_chain' : safe}.json`;
}

/** The content of a file of rule chains, or why a text is none. */
export function readImport(text: string): JsonObject | 'notJson' | 'notRuleChains' {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return 'notJson';
  }
  return isJsonObject(json) &&
    (Array.isArray(json.ruleChains) ||
      (isJsonObject(json.ruleChain) && isJsonObject(json.metadata)))
    ? json
    : 'notRuleChains';
}

/** The only rule chain of a file, which can be opened in the editor though it has errors. */
export interface ChainInFile {
  readonly name: string;
  readonly description: string;
  readonly metadata: RuleChainMetadata;
}

/** The rule chain of a file; undefined if it holds several, or has no name or nodes. */
export function chainIn({ ruleChain, metadata }: JsonObject): ChainInFile | undefined {
  if (
    !isJsonObject(ruleChain) ||
    typeof ruleChain.name !== 'string' ||
    !isJsonObject(metadata) ||
    !Array.isArray(metadata.nodes) ||
    !(metadata.nodes as readonly Json[]).every(isJsonObject)
  ) {
    return undefined;
  }
  const { additionalInfo } = ruleChain;
  const description = isJsonObject(additionalInfo) ? additionalInfo.description : undefined;
  return {
    name: ruleChain.name,
    description: typeof description === 'string' ? description : '',
    // The ids of nodes belong to another rule chain.
    metadata: {
      ...metadata,
      nodes: (metadata.nodes as readonly JsonObject[]).map((node) => without(node, IDENTITY)),
    },
  };
}
