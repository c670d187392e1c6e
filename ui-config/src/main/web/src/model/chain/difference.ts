// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, sameJson, type Json, type JsonObject } from '../json';
import type { ChainDocument, NodeId } from './document';
import { toMetadata } from './metadata';

/** The answer of `GET api/ruleChain/{id}/versions/{from}/compare/{to}`. */
export interface ChainComparison {
  readonly from: number;
  readonly to: number;
  readonly firstNode: FirstNodeChange | null;
  readonly nodes: {
    readonly added: readonly ComparedNode[];
    readonly changed: readonly (ComparedNode & { readonly changes: readonly JsonChange[] })[];
    readonly moved: readonly ComparedNode[];
    readonly removed: readonly ComparedNode[];
  };
  readonly connections: {
    readonly added: readonly ComparedConnection[];
    readonly changed: readonly ComparedRelabelling[];
    readonly removed: readonly ComparedConnection[];
  };
}

interface ComparedNode {
  readonly id: { readonly id: string };
  readonly name: string;
  readonly type: string;
}

interface FirstNodeChange {
  readonly old: ComparedNode | null;
  readonly new: ComparedNode | null;
}

interface ComparedConnection {
  readonly from: ComparedNode;
  readonly to: ComparedNode;
  readonly type: string;
}

interface ComparedRelabelling {
  readonly from: ComparedNode;
  readonly to: ComparedNode;
  readonly oldType: string;
  readonly newType: string;
}

/** A changed value in a node; `old` or `new` is absent if there was or is none. */
export interface JsonChange {
  /** JSON pointer in the node. */
  readonly pointer: string;
  readonly old?: Json;
  readonly new?: Json;
}

export type Mark = 'added' | 'removed' | 'changed' | 'moved';

export interface NodeDifference {
  readonly id: NodeId;
  readonly name: string;
  readonly type: string;
  readonly mark: Mark;
  /** For a changed node. */
  readonly changes: readonly JsonChange[];
}

export interface ConnectionDifference {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly fromName: string;
  readonly toName: string;
  /** The label; absent if the connection was removed. */
  readonly label?: string;
  /** The former label; absent if the connection was added. */
  readonly oldLabel?: string;
}

export interface ChainDifference {
  readonly nodes: readonly NodeDifference[];
  readonly connections: readonly ConnectionDifference[];
  /** Names of the former and the new first node; absent if it is the same. */
  readonly firstNode?: { readonly old?: string; readonly new?: string };
}

/** The differences of a comparison by the server. */
export function differenceOf({ nodes, connections, firstNode }: ChainComparison): ChainDifference {
  const listed = (mark: Mark, those: readonly ComparedNode[]) =>
    those.map(({ id, name, type }) => ({ id: id.id, name, type, mark, changes: [] }));
  const changed = nodes.changed.map(({ id, name, type, changes }) => ({
    id: id.id,
    name,
    type,
    mark: 'changed' as const,
    changes: changes.flatMap(meaningful),
  }));
  return {
    nodes: [
      ...listed('added', nodes.added),
      ...listed('removed', nodes.removed),
      ...changed.filter(({ changes }) => changes.length > 0),
      ...listed('moved', nodes.moved),
    ],
    connections: [
      ...connections.added.map((c) => ({ ...endsOf(c), label: c.type })),
      ...connections.removed.map((c) => ({ ...endsOf(c), oldLabel: c.type })),
      ...connections.changed.map((c) => ({ ...endsOf(c), label: c.newType, oldLabel: c.oldType })),
    ],
    ...(firstNode === null
      ? {}
      : {
          firstNode: {
            ...(firstNode.old === null ? {} : { old: firstNode.old.name }),
            ...(firstNode.new === null ? {} : { new: firstNode.new.name }),
          },
        }),
  };
}

function endsOf({ from, to }: { readonly from: ComparedNode; readonly to: ComparedNode }) {
  return { from: from.id.id, to: to.id.id, fromName: from.name, toName: to.name };
}

/** The differences between two documents, as the server would report them. */
export function differenceBetween(before: ChainDocument, after: ChainDocument): ChainDifference {
  const former = nodesById(before);
  const now = nodesById(after);
  const nodes: NodeDifference[] = [];
  for (const { id, name, type, position } of after.nodes.values()) {
    const old = before.nodes.get(id);
    if (old === undefined) {
      nodes.push({ id, name, type, mark: 'added', changes: [] });
      continue;
    }
    const changes = changesBetween('', compared(former.get(id)), compared(now.get(id))).flatMap(
      meaningful,
    );
    if (changes.length > 0) {
      nodes.push({ id, name, type, mark: 'changed', changes });
    } else if (position.x !== old.position.x || position.y !== old.position.y) {
      nodes.push({ id, name, type, mark: 'moved', changes: [] });
    }
  }
  for (const { id, name, type } of before.nodes.values()) {
    if (!after.nodes.has(id)) {
      nodes.push({ id, name, type, mark: 'removed', changes: [] });
    }
  }
  const order: readonly Mark[] = ['added', 'removed', 'changed', 'moved'];
  return {
    nodes: nodes.sort((a, b) => order.indexOf(a.mark) - order.indexOf(b.mark)),
    connections: connectionDifferences(before, after),
    ...firstNodeDifference(before, after),
  };
}

function connectionDifferences(
  before: ChainDocument,
  after: ChainDocument,
): readonly ConnectionDifference[] {
  const nameIn = (id: NodeId) => (after.nodes.get(id) ?? before.nodes.get(id))?.name ?? '';
  const ids = new Set([...after.connections.keys(), ...before.connections.keys()]);
  return [...ids].flatMap((id) => {
    const connection = after.connections.get(id) ?? before.connections.get(id);
    if (connection === undefined) {
      return [];
    }
    const { from, to } = connection;
    const ends = { from, to, fromName: nameIn(from), toName: nameIn(to) };
    const labels = after.connections.get(id)?.labels ?? [];
    const oldLabels = before.connections.get(id)?.labels ?? [];
    const added = labels.filter((text) => !oldLabels.includes(text));
    const removed = oldLabels.filter((text) => !labels.includes(text));
    const [label] = added;
    const [oldLabel] = removed;
    if (
      added.length === 1 &&
      removed.length === 1 &&
      label !== undefined &&
      oldLabel !== undefined
    ) {
      return [{ ...ends, label, oldLabel }];
    }
    return [
      ...added.map((text) => ({ ...ends, label: text })),
      ...removed.map((text) => ({ ...ends, oldLabel: text })),
    ];
  });
}

function firstNodeDifference(
  before: ChainDocument,
  after: ChainDocument,
): Pick<ChainDifference, 'firstNode'> {
  if (before.firstNode === after.firstNode) {
    return {};
  }
  const nameOf = ({ nodes, firstNode }: ChainDocument) =>
    firstNode === undefined ? undefined : nodes.get(firstNode)?.name;
  const old = nameOf(before);
  const now = nameOf(after);
  return {
    firstNode: {
      ...(old === undefined ? {} : { old }),
      ...(now === undefined ? {} : { new: now }),
    },
  };
}

export function isEmptyDifference({ nodes, connections, firstNode }: ChainDifference): boolean {
  return nodes.length === 0 && connections.length === 0 && firstNode === undefined;
}

/** The marks of the nodes by their ids. */
export function marksOf({ nodes }: ChainDifference): ReadonlyMap<NodeId, Mark> {
  return new Map(nodes.map(({ id, mark }) => [id, mark]));
}

function nodesById(document: ChainDocument): ReadonlyMap<NodeId, JsonObject> {
  const ids = [...document.nodes.keys()];
  return new Map(toMetadata(document).nodes.map((node, index) => [ids[index] ?? '', node]));
}

/** The parts of a node that count as a change. */
function compared(node: JsonObject = {}): JsonObject {
  const { type, name, configuration, configurationVersion, queueName, additionalInfo } = node;
  const info = isJsonObject(additionalInfo) ? { ...additionalInfo } : {};
  delete info.layoutX;
  delete info.layoutY;
  return {
    type: type ?? null,
    name: name ?? null,
    configuration: configuration ?? null,
    configurationVersion: configurationVersion ?? null,
    queueName: queueName ?? null,
    additionalInfo: info,
  };
}

function changesBetween(
  pointer: string,
  old: Json | undefined,
  now: Json | undefined,
): readonly JsonChange[] {
  if (sameJson(old, now)) {
    return [];
  }
  if (isJsonObject(old) && isJsonObject(now)) {
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) =>
      changesBetween(`${pointer}/${escaped(key)}`, old[key], now[key]),
    );
  }
  return [
    {
      pointer,
      ...(old === undefined ? {} : { old }),
      ...(now === undefined ? {} : { new: now }),
    },
  ];
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * A change without what only the editor reads: the numbers of the nodes, and the position when the whole additionalInfo
 * is new. Empty if nothing else has changed.
 */
function meaningful(change: JsonChange): readonly JsonChange[] {
  if (change.pointer === '/additionalInfo/number') {
    return [];
  }
  if (change.pointer !== '/additionalInfo') {
    return [change];
  }
  return changesBetween('/additionalInfo', infoOf(change.old), infoOf(change.new));
}

function infoOf(json: Json | undefined): JsonObject {
  const info = isJsonObject(json) ? { ...json } : {};
  for (const name of ['number', 'layoutX', 'layoutY']) {
    delete info[name];
  }
  return info;
}
