// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject } from '../json';
import {
  connectionId,
  NOTE_SIZE,
  type ChainDocument,
  type ChainNode,
  type Connection,
  type ConnectionId,
  type NodeId,
  type Note,
  type NoteId,
  type Position,
} from './document';
import { newId } from './ids';

/** A rule chain as the REST API carries it. Connections refer to nodes by their index. */
export interface RuleChainMetadata {
  readonly version?: number | null;
  readonly firstNodeIndex?: number | null;
  readonly nodes: readonly JsonObject[];
  readonly connections?: readonly MetadataConnection[] | null;
}

export interface MetadataConnection {
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly type: string;
}

const COLUMNS = 4;

/** Reads metadata; nodes without a position are placed in rows. */
export function fromMetadata(metadata: RuleChainMetadata): ChainDocument {
  const { nodes, connections, firstNodeIndex, ...others } = metadata;
  const rest: Record<string, Json> = { ...(others as JsonObject) };
  // Both belong to an answer, not to the chain.
  delete rest.version;
  delete rest.warnings;

  const numbers = numbersOf(nodes);
  const read = nodes.map((json, index) => nodeOf(json, index, numbers[index] ?? index + 1));
  const ids = read.map(({ node }) => node.id);
  const first = firstNodeIndex ?? undefined;
  return {
    nodes: new Map(read.map(({ node }) => [node.id, node])),
    connections: connectionsOf(connections ?? [], ids),
    notes: new Map(read.flatMap(({ notes }) => notes.map((note) => [note.id, note]))),
    firstNode: first === undefined ? undefined : ids[first],
    rest,
  };
}

/** Whether no node has a position, as in a chain that was made over REST. */
export function isWithoutLayout({ nodes }: RuleChainMetadata): boolean {
  return nodes.every(
    ({ additionalInfo }) =>
      !isJsonObject(additionalInfo) || typeof additionalInfo.layoutX !== 'number',
  );
}

/**
 * Writes the metadata of a save.
 *
 * @param version the version that was loaded, for optimistic locking; undefined to overwrite any
 */
export function toMetadata(document: ChainDocument, version?: number): RuleChainMetadata {
  const ids = [...document.nodes.keys()];
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const indexOf = (id: NodeId) => indexes.get(id) ?? -1;
  const notes = notesByKeeper(document);
  return {
    ...document.rest,
    ...(version === undefined ? {} : { version }),
    firstNodeIndex:
      document.firstNode === undefined ? null : (indexes.get(document.firstNode) ?? null),
    nodes: [...document.nodes.values()].map((node) => jsonOf(node, notes.get(node.id) ?? [])),
    connections: [...document.connections.values()].flatMap(({ from, to, labels }) =>
      labels.map((type) => ({ fromIndex: indexOf(from), toIndex: indexOf(to), type })),
    ),
  };
}

function connectionsOf(
  connections: readonly MetadataConnection[],
  ids: readonly NodeId[],
): ReadonlyMap<ConnectionId, Connection> {
  const result = new Map<ConnectionId, Connection>();
  for (const { fromIndex, toIndex, type } of connections) {
    const from = ids[fromIndex];
    const to = ids[toIndex];
    if (from === undefined || to === undefined) {
      continue;
    }
    const id = connectionId(from, to);
    const labels = result.get(id)?.labels ?? [];
    if (!labels.includes(type)) {
      result.set(id, { id, from, to, labels: [...labels, type] });
    }
  }
  return result;
}

function nodeOf(
  json: JsonObject,
  index: number,
  number: number,
): { readonly node: ChainNode; readonly notes: readonly Note[] } {
  const {
    id: entityId,
    type,
    name,
    configuration,
    configurationVersion,
    additionalInfo,
    ...rest
  } = json;
  const { layoutX, layoutY, description, notes, ...others } = isJsonObject(additionalInfo)
    ? additionalInfo
    : {};
  const info: Record<string, Json> = { ...others };
  delete info.number;
  const id = isJsonObject(entityId) ? String(entityId.id as string) : newId();
  return {
    node: {
      id,
      number,
      type: textOf(type),
      name: textOf(name),
      description: typeof description === 'string' ? description : undefined,
      position: {
        x: typeof layoutX === 'number' ? layoutX : columnOf(index),
        y: typeof layoutY === 'number' ? layoutY : rowOf(index),
      },
      configuration: isJsonObject(configuration) ? configuration : {},
      configurationVersion:
        typeof configurationVersion === 'number' ? configurationVersion : undefined,
      info,
      rest,
    },
    notes: notesOf(notes, id),
  };
}

function jsonOf(node: ChainNode, notes: readonly Note[]): JsonObject {
  return {
    id: { entityType: 'RULE_NODE', id: node.id },
    ...node.rest,
    type: node.type,
    name: node.name,
    ...(node.configurationVersion === undefined
      ? {}
      : { configurationVersion: node.configurationVersion }),
    configuration: node.configuration,
    additionalInfo: {
      ...node.info,
      ...(node.description === undefined ? {} : { description: node.description }),
      number: node.number,
      layoutX: node.position.x,
      layoutY: node.position.y,
      ...(notes.length === 0 ? {} : { notes: notes.map(noteJson) }),
    },
  };
}

/** The number of each node: its stored one if it has one that no earlier node has, otherwise the next free one. */
function numbersOf(nodes: readonly JsonObject[]): readonly number[] {
  const stored = nodes.map(({ additionalInfo }, index) => {
    const number = isJsonObject(additionalInfo) ? additionalInfo.number : undefined;
    const valid = typeof number === 'number' && Number.isSafeInteger(number) && number > 0;
    return { index, number: valid ? number : undefined };
  });
  const taken = new Map<number, number>();
  for (const { index, number } of stored) {
    if (number !== undefined && !taken.has(number)) {
      taken.set(number, index);
    }
  }
  let last = 0;
  return stored.map(({ index, number }) => {
    if (number !== undefined && taken.get(number) === index) {
      return number;
    }
    do {
      last++;
    } while (taken.has(last));
    taken.set(last, index);
    return last;
  });
}

function notesByKeeper({ nodes, notes }: ChainDocument): ReadonlyMap<NodeId, readonly Note[]> {
  const [first] = nodes.keys();
  const result = new Map<NodeId, Note[]>();
  for (const note of notes.values()) {
    const keeper = note.keeper !== undefined && nodes.has(note.keeper) ? note.keeper : first;
    if (keeper !== undefined) {
      result.set(keeper, [...(result.get(keeper) ?? []), note]);
    }
  }
  return result;
}

function notesOf(json: Json | undefined, keeper: NodeId): readonly Note[] {
  if (!Array.isArray(json)) {
    return [];
  }
  return (json as readonly Json[]).filter(isJsonObject).map((note) => ({
    id: typeof note.id === 'string' ? note.id : (newId() satisfies NoteId),
    text: textOf(note.text),
    position: positionOf(note),
    size: {
      width: typeof note.width === 'number' ? note.width : NOTE_SIZE.width,
      height: typeof note.height === 'number' ? note.height : NOTE_SIZE.height,
    },
    keeper,
  }));
}

function noteJson({ id, text, position, size }: Note): JsonObject {
  return { id, text, ...position, ...size };
}

function positionOf({ x, y }: JsonObject): Position {
  return { x: typeof x === 'number' ? x : 0, y: typeof y === 'number' ? y : 0 };
}

function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : '';
}

function columnOf(index: number): number {
  return 240 + 260 * (index % COLUMNS);
}

function rowOf(index: number): number {
  return 80 + 120 * Math.floor(index / COLUMNS);
}
