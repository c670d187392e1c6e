// SPDX-License-Identifier: Apache-2.0
// Edits of a rule chain: functions from one document to the next. An edit without effect answers the same document.
import { sameJson, without, type JsonObject } from '../json';
import {
  connectionId,
  NODE_SIZE,
  NOTE_SIZE,
  reaches,
  type ChainDocument,
  type ChainNode,
  type Connection,
  type ConnectionId,
  type NodeId,
  type Note,
  type NoteId,
  type Position,
  type Size,
} from './document';
import { newId } from './ids';

/** What belongs to one node in one chain and is not copied with it. */
const IDENTITY = ['createdTime', 'ruleChainId', 'externalId', 'debugSettings'];
/** Between nodes that are placed automatically. */
const GAP = 24;
const LABEL_ROOM = 90;
/** Of the drawn input, with its arrow to the first node. */
const ENTRY_WIDTH = 140;

export interface NewNode {
  readonly type: string;
  readonly name: string;
  readonly position: Position;
  readonly configuration: JsonObject;
  readonly configurationVersion: number | undefined;
}

export interface Added {
  readonly document: ChainDocument;
  readonly id: string;
}

/** What an edit applies to. */
export interface Parts {
  readonly nodes: ReadonlySet<NodeId>;
  readonly connections: ReadonlySet<ConnectionId>;
  readonly notes: ReadonlySet<NoteId>;
}

/** Adds a node. The first node of a chain is the one that messages enter. */
export function addNode(document: ChainDocument, { name, ...node }: NewNode): Added {
  const id = newId();
  const added: ChainNode = {
    ...node,
    id,
    number: nextNumber(document),
    name: freeName(document, name),
    description: undefined,
    info: {},
    rest: {},
  };
  return {
    id,
    document: {
      ...document,
      nodes: new Map(document.nodes).set(id, added),
      firstNode: document.nodes.size === 0 ? id : document.firstNode,
    },
  };
}

/** Makes a node one of another type; its name, place and connections stay. */
export function replaceType(
  document: ChainDocument,
  id: NodeId,
  { type, configuration, configurationVersion }: NewNode,
): ChainDocument {
  const node = document.nodes.get(id);
  return node === undefined
    ? document
    : {
        ...document,
        nodes: new Map(document.nodes).set(id, {
          ...node,
          type,
          configuration,
          configurationVersion,
        }),
      };
}

/** Adds a node that another one passes messages to. */
export function addNodeAfter(
  document: ChainDocument,
  from: NodeId,
  labels: readonly string[],
  node: NewNode,
): Added {
  const { document: grown, id } = addNode(document, node);
  return { id, document: connect(grown, from, id, labels) };
}

/**
 * Adds a node in the middle of a connection: the labels of the connection lead to it, and it passes messages on with
 * the given labels.
 */
export function insertNode(
  document: ChainDocument,
  connection: ConnectionId,
  labels: readonly string[],
  node: NewNode,
): Added {
  const split = document.connections.get(connection);
  const { document: grown, id } = addNode(document, node);
  if (split === undefined) {
    return { id, document: grown };
  }
  const cut = remove(grown, { ...NOTHING, connections: new Set([connection]) });
  const entered = connect(cut, split.from, id, split.labels);
  return { id, document: labels.length === 0 ? entered : connect(entered, id, split.to, labels) };
}

const NOTHING: Parts = { nodes: new Set(), connections: new Set(), notes: new Set() };

/** Why two nodes cannot be connected; undefined if they can. */
export function connectionFault(
  document: ChainDocument,
  from: NodeId,
  to: NodeId,
): 'self' | 'cycle' | undefined {
  if (from === to) {
    return 'self';
  }
  return reaches(document, to, from) ? 'cycle' : undefined;
}

/** Connects two nodes with labels, in addition to those that connect them already. */
export function connect(
  document: ChainDocument,
  from: NodeId,
  to: NodeId,
  labels: readonly string[],
): ChainDocument {
  const present = document.connections.get(connectionId(from, to))?.labels ?? [];
  return label(document, from, to, [...present, ...labels]);
}

/** Sets all labels of the connection between two nodes; without labels, there is no connection. */
export function label(
  document: ChainDocument,
  from: NodeId,
  to: NodeId,
  labels: readonly string[],
): ChainDocument {
  const id = connectionId(from, to);
  const present = document.connections.get(id);
  const unique = [...new Set(labels)];
  if (sameJson(present?.labels ?? [], unique)) {
    return document;
  }
  const connections = new Map(document.connections);
  if (unique.length === 0) {
    connections.delete(id);
  } else {
    connections.set(id, { id, from, to, labels: unique });
  }
  return { ...document, connections };
}

/** Moves one end of a connection to another node; its labels join those that are there already. */
export function reconnect(
  document: ChainDocument,
  connection: ConnectionId,
  from: NodeId,
  to: NodeId,
): ChainDocument {
  const moved = document.connections.get(connection);
  if (moved === undefined || (moved.from === from && moved.to === to)) {
    return document;
  }
  const cut = remove(document, { ...NOTHING, connections: new Set([connection]) });
  return connect(cut, from, to, moved.labels);
}

export function setFirstNode(document: ChainDocument, id: NodeId | undefined): ChainDocument {
  return document.firstNode === id ? document : { ...document, firstNode: id };
}

/** Moves nodes and notes to new positions. */
export function move(
  document: ChainDocument,
  positions: ReadonlyMap<string, Position>,
): ChainDocument {
  const nodes = moved(document.nodes, positions);
  const notes = moved(document.notes, positions);
  return nodes === document.nodes && notes === document.notes
    ? document
    : { ...document, nodes, notes };
}

function moved<T extends { readonly position: Position }>(
  parts: ReadonlyMap<string, T>,
  positions: ReadonlyMap<string, Position>,
): ReadonlyMap<string, T> {
  const next = new Map(parts);
  let changed = false;
  for (const [id, { x, y }] of positions) {
    const part = parts.get(id);
    if (part !== undefined && (part.position.x !== x || part.position.y !== y)) {
      next.set(id, { ...part, position: { x, y } });
      changed = true;
    }
  }
  return changed ? next : parts;
}

export function rename(document: ChainDocument, id: NodeId, name: string): ChainDocument {
  return changeNode(document, id, (node) => (node.name === name ? node : { ...node, name }));
}

/** Chooses the queue of a node; null for the queue of the message. */
export function chooseQueue(
  document: ChainDocument,
  id: NodeId,
  queueName: string | null,
): ChainDocument {
  return changeNode(document, id, (node) =>
    queueOf(node) === queueName ? node : { ...node, rest: { ...node.rest, queueName } },
  );
}

export function queueOf({ rest }: ChainNode): string | null {
  return typeof rest.queueName === 'string' ? rest.queueName : null;
}

export function describe(document: ChainDocument, id: NodeId, description: string): ChainDocument {
  return changeNode(document, id, (node) =>
    (node.description ?? '') === description ? node : { ...node, description },
  );
}

export function configure(
  document: ChainDocument,
  id: NodeId,
  configuration: JsonObject,
): ChainDocument {
  return changeNode(document, id, (node) =>
    sameJson(node.configuration, configuration) ? node : { ...node, configuration },
  );
}

function changeNode(
  document: ChainDocument,
  id: NodeId,
  change: (node: ChainNode) => ChainNode,
): ChainDocument {
  const node = document.nodes.get(id);
  if (node === undefined) {
    return document;
  }
  const changed = change(node);
  return changed === node
    ? document
    : { ...document, nodes: new Map(document.nodes).set(id, changed) };
}

/** Removes nodes with their connections, connections, and notes. */
export function remove(document: ChainDocument, parts: Parts): ChainDocument {
  const nodes = filtered(document.nodes, (id) => parts.nodes.has(id));
  const connections = filtered(
    document.connections,
    (id, { from, to }) => parts.connections.has(id) || parts.nodes.has(from) || parts.nodes.has(to),
  );
  const notes = filtered(document.notes, (id) => parts.notes.has(id));
  if (
    nodes === document.nodes &&
    connections === document.connections &&
    notes === document.notes
  ) {
    return document;
  }
  const { firstNode } = document;
  return {
    ...document,
    nodes,
    connections,
    notes,
    firstNode: firstNode !== undefined && nodes.has(firstNode) ? firstNode : undefined,
  };
}

function filtered<T>(
  parts: ReadonlyMap<string, T>,
  isRemoved: (id: string, part: T) => boolean,
): ReadonlyMap<string, T> {
  const kept = [...parts].filter(([id, part]) => !isRemoved(id, part));
  return kept.length === parts.size ? parts : new Map(kept);
}

/** A part of a chain that can be added to a chain. */
export interface Fragment {
  readonly nodes: readonly ChainNode[];
  readonly connections: readonly Connection[];
  readonly notes: readonly Note[];
}

/** The given nodes and notes with the connections among the nodes. */
export function fragmentOf(document: ChainDocument, parts: Parts): Fragment {
  return {
    nodes: [...document.nodes.values()].filter(({ id }) => parts.nodes.has(id)),
    connections: [...document.connections.values()].filter(
      ({ from, to }) => parts.nodes.has(from) && parts.nodes.has(to),
    ),
    notes: [...document.notes.values()].filter(({ id }) => parts.notes.has(id)),
  };
}

/** Adds a copy of a fragment with new ids and numbers, moved by an offset. Answers which parts are new. */
export function paste(
  document: ChainDocument,
  fragment: Fragment,
  offset: Position,
): { readonly document: ChainDocument; readonly parts: Parts } {
  const ids = new Map<string, string>();
  const nodes = new Map(document.nodes);
  let grown = document;
  for (const node of fragment.nodes) {
    const id = newId();
    ids.set(node.id, id);
    nodes.set(id, {
      ...node,
      id,
      number: nextNumber(grown),
      name: freeName(grown, node.name),
      position: shifted(node.position, offset),
      rest: without(node.rest, IDENTITY),
    });
    grown = { ...grown, nodes };
  }
  const connections = new Map(document.connections);
  for (const { from, to, labels } of fragment.connections) {
    const newFrom = ids.get(from);
    const newTo = ids.get(to);
    if (newFrom !== undefined && newTo !== undefined) {
      const id = connectionId(newFrom, newTo);
      connections.set(id, { id, from: newFrom, to: newTo, labels });
    }
  }
  const notes = new Map(document.notes);
  const newNotes = fragment.notes.map((note) => ({
    ...note,
    id: newId(),
    position: shifted(note.position, offset),
    keeper: note.keeper === undefined ? undefined : ids.get(note.keeper),
  }));
  newNotes.forEach((note) => notes.set(note.id, note));
  const newNodes = [...ids.values()];
  return {
    document: {
      ...document,
      nodes,
      connections,
      notes,
      firstNode: document.nodes.size === 0 ? newNodes[0] : document.firstNode,
    },
    parts: {
      nodes: new Set(newNodes),
      connections: new Set(),
      notes: new Set(newNotes.map(({ id }) => id)),
    },
  };
}

/** Adds a note. The nearest node keeps it in a saved chain. */
export function addNote(document: ChainDocument, position: Position): Added {
  const id = newId();
  const note: Note = {
    id,
    text: '',
    position,
    size: NOTE_SIZE,
    keeper: nearestNode(document, position),
  };
  return { id, document: { ...document, notes: new Map(document.notes).set(id, note) } };
}

export function writeNote(document: ChainDocument, id: NoteId, text: string): ChainDocument {
  const note = document.notes.get(id);
  return note === undefined || note.text === text
    ? document
    : { ...document, notes: new Map(document.notes).set(id, { ...note, text }) };
}

export function resizeNote(
  document: ChainDocument,
  id: NoteId,
  position: Position,
  size: Size,
): ChainDocument {
  const note = document.notes.get(id);
  if (note === undefined) {
    return document;
  }
  const same =
    note.position.x === position.x &&
    note.position.y === position.y &&
    note.size.width === size.width &&
    note.size.height === size.height;
  return same
    ? document
    : { ...document, notes: new Map(document.notes).set(id, { ...note, position, size }) };
}

function nearestNode(document: ChainDocument, { x, y }: Position): NodeId | undefined {
  const distances = [...document.nodes.values()].map(({ id, position }) => ({
    id,
    distance: Math.hypot(position.x - x, position.y - y),
  }));
  return distances.sort((a, b) => a.distance - b.distance)[0]?.id;
}

/** The nearest place below the wanted one where something of that size covers no node. */
export function freePosition(
  document: ChainDocument,
  wanted: Position,
  size: Size = NODE_SIZE,
): Position {
  const boxes = [...document.nodes.values()].map(({ id, position }) => {
    // The input is drawn on the left of the first node.
    const left = id === document.firstNode ? ENTRY_WIDTH : 0;
    return { id, left: position.x - left, right: position.x + NODE_SIZE.width, y: position.y };
  });
  let { y } = wanted;
  for (const box of boxes.toSorted((a, b) => a.y - b.y)) {
    const overlaps =
      wanted.x < box.right + GAP &&
      box.left < wanted.x + size.width + GAP &&
      y < box.y + NODE_SIZE.height + GAP &&
      box.y < y + size.height + GAP;
    if (overlaps) {
      y = box.y + NODE_SIZE.height + GAP;
    }
  }
  return { x: wanted.x, y };
}

/**
 * Makes room in a connection: moves the nodes behind it to the right as far as one more node needs. Answers the place
 * for that node.
 */
export function makeRoom(
  document: ChainDocument,
  connection: ConnectionId,
): { readonly document: ChainDocument; readonly position: Position } {
  const split = document.connections.get(connection);
  const from = split && document.nodes.get(split.from)?.position;
  const to = split && document.nodes.get(split.to)?.position;
  if (split === undefined || from === undefined || to === undefined) {
    return { document, position: { x: 0, y: 0 } };
  }
  const gap = to.x - from.x - NODE_SIZE.width;
  const missing = Math.max(0, NODE_SIZE.width + 2 * LABEL_ROOM - gap);
  // A connection to the left or straight down has room beside it.
  const shift = to.x > from.x ? Math.ceil(missing / 10) * 10 : 0;
  const positions = new Map<string, Position>();
  for (const { id, position } of document.nodes.values()) {
    if (shift > 0 && reaches(document, split.to, id)) {
      positions.set(id, { x: position.x + shift, y: position.y });
    }
  }
  const moved = move(document, positions);
  const middle = { x: (from.x + to.x + shift) / 2, y: (from.y + to.y) / 2 };
  const wanted = { x: Math.round(middle.x / 10) * 10, y: Math.round(middle.y / 10) * 10 };
  return { document: moved, position: freePosition(moved, wanted) };
}

function nextNumber({ nodes }: ChainDocument): number {
  return Math.max(0, ...[...nodes.values()].map(({ number }) => number)) + 1;
}

/** The name itself, or with a number behind it if another node has it. */
function freeName({ nodes }: ChainDocument, name: string): string {
  const taken = new Set([...nodes.values()].map((node) => node.name));
  if (!taken.has(name)) {
    return name;
  }
  const [, stem = name, last = '1'] = /^(.*\S) (\d{1,6})$/.exec(name) ?? [];
  let number = Number(last);
  do {
    number++;
  } while (taken.has(`${stem} ${number}`));
  return `${stem} ${number}`;
}

function shifted({ x, y }: Position, offset: Position): Position {
  return { x: x + offset.x, y: y + offset.y };
}
