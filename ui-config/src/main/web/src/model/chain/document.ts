// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../json';

/** Id of a node: the id under which the server knows it, also for a node that is not saved yet. */
export type NodeId = string;
export type ConnectionId = string;
export type NoteId = string;

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface ChainNode {
  readonly id: NodeId;
  /** A short number that stays the same as long as the node exists; unique in the chain. */
  readonly number: number;
  /** The node's type: a class name of ThingsBoard or an id of Millrace. */
  readonly type: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly position: Position;
  readonly configuration: JsonObject;
  readonly configurationVersion: number | undefined;
  /** Other properties of the node's additionalInfo. */
  readonly info: JsonObject;
  /** Other properties of the node. */
  readonly rest: JsonObject;
}

/** All connections from one node to another, which are drawn as one line. */
export interface Connection {
  readonly id: ConnectionId;
  readonly from: NodeId;
  readonly to: NodeId;
  /** At least one; no duplicates. */
  readonly labels: readonly string[];
}

/** A text on the canvas. */
export interface Note {
  readonly id: NoteId;
  readonly text: string;
  readonly position: Position;
  readonly size: Size;
  /** The node whose additionalInfo keeps the note in a saved chain. */
  readonly keeper: NodeId | undefined;
}

/** The nodes of a rule chain with their connections. Immutable; an edit shares what it leaves unchanged. */
export interface ChainDocument {
  readonly nodes: ReadonlyMap<NodeId, ChainNode>;
  readonly connections: ReadonlyMap<ConnectionId, Connection>;
  readonly notes: ReadonlyMap<NoteId, Note>;
  /** The node that messages enter. */
  readonly firstNode: NodeId | undefined;
  /** Other properties of the metadata. */
  readonly rest: JsonObject;
}

export const EMPTY_CHAIN: ChainDocument = {
  nodes: new Map(),
  connections: new Map(),
  notes: new Map(),
  firstNode: undefined,
  rest: {},
};

/** Size at which nodes are drawn and laid out. */
export const NODE_SIZE: Size = { width: 190, height: 58 };
export const NOTE_SIZE: Size = { width: 220, height: 110 };

export function connectionId(from: NodeId, to: NodeId): ConnectionId {
  return `${from}>${to}`;
}

export function connectionsFrom(document: ChainDocument, id: NodeId): readonly Connection[] {
  return [...document.connections.values()].filter(({ from }) => from === id);
}

export function connectionsTo(document: ChainDocument, id: NodeId): readonly Connection[] {
  return [...document.connections.values()].filter(({ to }) => to === id);
}

/** Whether a path leads from one node to another; every node reaches itself. */
export function reaches(document: ChainDocument, from: NodeId, to: NodeId): boolean {
  const next = new Map<NodeId, NodeId[]>();
  for (const connection of document.connections.values()) {
    const targets = next.get(connection.from);
    if (targets === undefined) {
      next.set(connection.from, [connection.to]);
    } else {
      targets.push(connection.to);
    }
  }
  const seen = new Set([from]);
  // A set is iterated together with what is added meanwhile.
  for (const id of seen) {
    if (id === to) {
      return true;
    }
    next.get(id)?.forEach((target) => seen.add(target));
  }
  return false;
}

/** Position of the top left corner and size of what encloses all nodes and notes. */
export function boundsOf(
  nodes: Iterable<ChainNode>,
  notes: Iterable<Note> = [],
): { readonly position: Position; readonly size: Size } | undefined {
  const boxes = [
    ...[...nodes].map(({ position }) => ({ position, size: NODE_SIZE })),
    ...[...notes].map(({ position, size }) => ({ position, size })),
  ];
  if (boxes.length === 0) {
    return undefined;
  }
  const left = Math.min(...boxes.map(({ position }) => position.x));
  const top = Math.min(...boxes.map(({ position }) => position.y));
  const right = Math.max(...boxes.map(({ position, size }) => position.x + size.width));
  const bottom = Math.max(...boxes.map(({ position, size }) => position.y + size.height));
  return {
    position: { x: left, y: top },
    size: { width: right - left, height: bottom - top },
  };
}
