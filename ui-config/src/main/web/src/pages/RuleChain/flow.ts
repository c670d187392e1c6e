// SPDX-License-Identifier: Apache-2.0
// What React Flow draws, derived from a rule chain. What has not changed stays the same object, so that React Flow and
// memoised components skip it.
import { Position as Side, type Edge, type Node, type NodeHandle, type Rect } from '@xyflow/react';
import type {
  ChainDocument,
  ChainNode,
  Connection,
  Note,
  Position,
  Size,
} from '../../model/chain/document';
import { NODE_SIZE } from '../../model/chain/document';
import type { Parts } from '../../model/chain/edits';

export type RuleFlowNode = Node<{ readonly node: ChainNode; readonly isFirst: boolean }, 'rule'>;
export type NoteFlowNode = Node<{ readonly note: Note }, 'note'>;
export type EntryFlowNode = Node<{ readonly first: string | undefined }, 'entry'>;
export type ChainFlowNode = RuleFlowNode | NoteFlowNode | EntryFlowNode;
export type ChainFlowEdge = Edge<
  {
    readonly connection: Connection;
    readonly fromName: string | undefined;
    readonly toName: string | undefined;
  },
  'labels'
>;

/** Id of the drawing's node from which an arrow leads to the first node. */
export const ENTRY_ID = 'input';
const ENTRY_SIZE: Size = { width: 80, height: 36 };
const ENTRY_GAP = 60;

/** Diameter of a handle, as drawing.css has it. */
const HANDLE_SIZE = 12;

// React Flow measures each node that comes without its size and handles, then draws all of them a second time.
const RULE_SHAPE = {
  measured: NODE_SIZE,
  handles: [handleOf(NODE_SIZE, 'target'), handleOf(NODE_SIZE, 'source')],
};
const ENTRY_SHAPE = { measured: ENTRY_SIZE, handles: [handleOf(ENTRY_SIZE, 'source')] };

function handleOf(node: Size, type: 'source' | 'target'): NodeHandle {
  return {
    type,
    position: type === 'source' ? Side.Right : Side.Left,
    x: (type === 'source' ? node.width : 0) - HANDLE_SIZE / 2,
    y: (node.height - HANDLE_SIZE) / 2,
    width: HANDLE_SIZE,
    height: HANDLE_SIZE,
  };
}

export interface FlowTexts {
  readonly ruleNode: (node: ChainNode, isFirst: boolean) => string;
  readonly entry: (first: string | undefined) => string;
  readonly note: (note: Note) => string;
  readonly connection: (connection: Connection, document: ChainDocument) => string;
}

export function flowNodesOf(
  document: ChainDocument,
  selection: Parts,
  texts: FlowTexts,
  drawn: readonly ChainFlowNode[],
): readonly ChainFlowNode[] {
  const before = new Map(drawn.map((node) => [node.id, node]));
  const nodes = [...document.nodes.values()].map((node): ChainFlowNode => {
    const former = before.get(node.id);
    const known = former?.type === 'rule' ? former : undefined;
    const isFirst = document.firstNode === node.id;
    const selected = selection.nodes.has(node.id);
    if (
      known?.data.node === node &&
      known.data.isFirst === isFirst &&
      (known.selected ?? false) === selected
    ) {
      return known;
    }
    return {
      ...RULE_SHAPE,
      ...known,
      id: node.id,
      type: 'rule',
      // A node that is dragged is ahead of the document.
      position: known?.data.node === node ? known.position : { ...node.position },
      data: { node, isFirst },
      selected,
      ariaLabel: texts.ruleNode(node, isFirst),
    };
  });
  const notes = [...document.notes.values()].map((note): ChainFlowNode => {
    const former = before.get(note.id);
    const known = former?.type === 'note' ? former : undefined;
    const selected = selection.notes.has(note.id);
    if (known?.data.note === note && (known.selected ?? false) === selected) {
      return known;
    }
    return {
      ...known,
      id: note.id,
      type: 'note',
      position: known?.data.note === note ? known.position : { ...note.position },
      ...note.size,
      data: { note },
      selected,
      zIndex: -1,
      ariaLabel: texts.note(note),
    };
  });
  const first =
    document.firstNode === undefined ? undefined : document.nodes.get(document.firstNode);
  if (nodes.length === 0) {
    return notes;
  }
  return placeEntry([entryNode(before.get(ENTRY_ID), first?.name, texts), ...nodes, ...notes]);
}

function entryNode(
  former: ChainFlowNode | undefined,
  first: string | undefined,
  texts: FlowTexts,
): EntryFlowNode {
  const known = former?.type === 'entry' ? former : undefined;
  if (known?.data.first === first && known !== undefined) {
    return known;
  }
  return {
    position: { x: 0, y: 0 },
    ...known,
    id: ENTRY_ID,
    type: 'entry',
    ...ENTRY_SIZE,
    ...ENTRY_SHAPE,
    draggable: false,
    selectable: false,
    data: { first },
    ariaLabel: texts.entry(first),
  };
}

/** Places the entry beside the first node, or beside the whole drawing if there is no first node. */
export function placeEntry(nodes: readonly ChainFlowNode[]): readonly ChainFlowNode[] {
  const rules = nodes.filter((node) => node.type === 'rule');
  const first = rules.find(({ data }) => data.isFirst);
  const beside = first?.position ?? {
    x: Math.min(240, ...rules.map(({ position }) => position.x)),
    y: Math.min(80, ...rules.map(({ position }) => position.y)),
  };
  const position: Position = {
    x: beside.x - ENTRY_GAP - ENTRY_SIZE.width,
    y: beside.y + (NODE_SIZE.height - ENTRY_SIZE.height) / 2,
  };
  return nodes.map((node) =>
    node.type === 'entry' && (node.position.x !== position.x || node.position.y !== position.y)
      ? { ...node, position }
      : node,
  );
}

/** What encloses all nodes. */
export function boundsOfNodes(nodes: readonly ChainFlowNode[]): Rect {
  const rects = nodes.map(({ position, measured, width, height }) => ({
    ...position,
    width: measured?.width ?? width ?? 0,
    height: measured?.height ?? height ?? 0,
  }));
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  };
}

export function flowEdgesOf(
  document: ChainDocument,
  selection: Parts,
  texts: FlowTexts,
  drawn: readonly ChainFlowEdge[],
): readonly ChainFlowEdge[] {
  const before = new Map(drawn.map((edge) => [edge.id, edge]));
  const edges = [...document.connections.values()].map((connection): ChainFlowEdge => {
    const known = before.get(connection.id);
    const selected = selection.connections.has(connection.id);
    const fromName = document.nodes.get(connection.from)?.name;
    const toName = document.nodes.get(connection.to)?.name;
    if (
      known?.data?.connection === connection &&
      known.selected === selected &&
      known.data.fromName === fromName &&
      known.data.toName === toName
    ) {
      return known;
    }
    return {
      id: connection.id,
      type: 'labels',
      source: connection.from,
      target: connection.to,
      data: { connection, fromName, toName },
      selected,
      ariaLabel: texts.connection(connection, document),
    };
  });
  const { firstNode } = document;
  return firstNode === undefined ? edges : [entryEdge(firstNode, before), ...edges];
}

function entryEdge(first: string, before: ReadonlyMap<string, ChainFlowEdge>): ChainFlowEdge {
  const id = `${ENTRY_ID}>${first}`;
  return (
    before.get(id) ?? {
      id,
      type: 'labels',
      source: ENTRY_ID,
      target: first,
      selectable: false,
      focusable: false,
      reconnectable: 'target',
    }
  );
}
