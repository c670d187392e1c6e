// SPDX-License-Identifier: Apache-2.0
import type { ReactFlowInstance } from '@xyflow/react';
import type { TFunction } from 'i18next';
import type { ComponentDescriptor } from '../../api/components';
import { newNode, passingLabels } from '../../model/chain/catalogue';
import { fromClipboard, toClipboard } from '../../model/chain/clipboard';
import {
  boundsOf,
  NODE_SIZE,
  NOTE_SIZE,
  type ChainDocument,
  type ConnectionId,
  type NodeId,
  type Position,
} from '../../model/chain/document';
import {
  addNode,
  addNodeAfter,
  addNote,
  connect,
  fragmentOf,
  freePosition,
  insertNode,
  label,
  makeRoom,
  move,
  paste,
  remove,
  replaceType,
  setFirstNode,
  type Fragment,
  type Parts,
} from '../../model/chain/edits';
import { arrange } from '../../model/chain/layout';
import { NO_PARTS, type ChainStore } from '../../store/chainStore';
import type { ChainFlowEdge, ChainFlowNode } from './flow';

const STEP = 10;
const COPY_OFFSET = 40;
const FIT = { padding: 0.12, maxZoom: 1.1, duration: 200 };

/** What a user can do with a rule chain; used by buttons and keys alike. */
export interface Commands {
  readonly add: (component: ComponentDescriptor, position?: Position) => void;
  readonly addAfter: (
    from: NodeId,
    labels: readonly string[],
    component: ComponentDescriptor,
    position?: Position,
  ) => void;
  readonly insert: (connection: ConnectionId, component: ComponentDescriptor) => void;
  /** Makes a node one of another type. */
  readonly replace: (id: NodeId, component: ComponentDescriptor) => void;
  readonly connect: (from: NodeId, to: NodeId, labels: readonly string[]) => void;
  readonly setLabels: (from: NodeId, to: NodeId, labels: readonly string[]) => void;
  readonly disconnect: (connection: ConnectionId) => void;
  readonly makeFirst: (id: NodeId) => void;
  readonly removeSelected: () => void;
  readonly duplicate: () => void;
  /** The selected nodes and notes as a text; undefined if none are selected. */
  readonly copied: () => string | undefined;
  readonly pasteText: (text: string) => void;
  readonly copyToClipboard: () => void;
  readonly cutToClipboard: () => void;
  readonly pasteFromClipboard: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly arrange: () => void;
  readonly addNote: () => void;
  readonly nudge: (dx: number, dy: number) => void;
  readonly selectAll: () => void;
  readonly clearSelection: () => void;
  readonly selectNode: (id: NodeId) => void;
  readonly selectConnection: (id: ConnectionId) => void;
  /** Shows a node in the middle if it is not in sight. */
  readonly reveal: (id: NodeId) => void;
  /** Selects a node and shows it in the middle. */
  readonly goTo: (id: NodeId) => void;
  readonly fit: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
}

export function createCommands(
  store: ChainStore,
  flow: ReactFlowInstance<ChainFlowNode, ChainFlowEdge>,
  t: TFunction,
): Commands {
  // The clipboard can only be read with the user's permission, and not at all over plain HTTP.
  let lastCopied = '';
  const state = () => store.getState();
  const chain = () => state().history.present;
  const nameOf = (id: NodeId) => chain().nodes.get(id)?.name ?? '';

  const middle = (): Position => {
    const box = canvas();
    return box === undefined
      ? { x: 0, y: 0 }
      : flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  };
  const centred = ({ x, y }: Position): Position => ({
    x: onGrid(x - NODE_SIZE.width / 2),
    y: onGrid(y - NODE_SIZE.height / 2),
  });
  const selectNode = (id: NodeId) => state().select(onlyNode(id));
  const show = (id: NodeId) => {
    const node = chain().nodes.get(id);
    if (node !== undefined) {
      const { x, y } = node.position;
      void flow.setCenter(x + NODE_SIZE.width / 2, y + NODE_SIZE.height / 2, {
        zoom: Math.max(flow.getZoom(), 0.8),
        duration: 200,
      });
    }
  };
  const added = (
    edit: (document: ChainDocument) => { readonly document: ChainDocument; readonly id: string },
  ) => {
    const { document, id } = edit(chain());
    state().edit(() => document, {
      select: onlyNode(id),
      announce: t('editor.announce.added', { name: document.nodes.get(id)?.name ?? '' }),
    });
  };
  const pasteFragment = (fragment: Fragment, offset: Position) => {
    const { document, parts } = paste(chain(), fragment, offset);
    state().edit(() => document, {
      select: parts,
      announce: t('editor.announce.pasted', { count: sizeOf(parts) }),
    });
  };
  const pasteText = (text: string) => {
    const fragment = fromClipboard(text);
    const bounds = fragment && boundsOf(fragment.nodes, fragment.notes);
    if (fragment === undefined || bounds === undefined) {
      state().announce(t('editor.announce.notPasted'));
      return;
    }
    // Beside the original if that is in sight, otherwise in the middle.
    const { position, size } = bounds;
    const beside = { x: COPY_OFFSET, y: COPY_OFFSET };
    const target = middle();
    const centre = {
      x: onGrid(target.x - position.x - size.width / 2),
      y: onGrid(target.y - position.y - size.height / 2),
    };
    const near = Math.hypot(centre.x, centre.y) * flow.getZoom() < 500;
    pasteFragment(fragment, near ? beside : centre);
  };
  const copied = () => {
    const { selection } = state();
    if (selection.nodes.size + selection.notes.size === 0) {
      return undefined;
    }
    lastCopied = toClipboard(chain(), selection);
    state().announce(
      t('editor.announce.copied', { count: selection.nodes.size + selection.notes.size }),
    );
    return lastCopied;
  };
  const removeSelected = () => {
    const { selection } = state();
    state().edit((document) => remove(document, selection), {
      select: NO_PARTS,
      announce: t('editor.announce.removed', { count: sizeOf(selection) }),
    });
  };
  const copyToClipboard = () => {
    const text = copied();
    if (text !== undefined && window.isSecureContext) {
      // Without permission the copy is still there for "Paste" on this page.
      navigator.clipboard.writeText(text).catch(() => undefined);
    }
  };

  return {
    add: (component, position) =>
      added((document) =>
        addNode(
          document,
          newNode(component, freePosition(document, position ?? centred(middle()))),
        ),
      ),
    addAfter: (from, labels, component, position) =>
      added((document) => {
        const source = document.nodes.get(from)?.position ?? { x: 0, y: 0 };
        const beside = { x: source.x + NODE_SIZE.width + 110, y: source.y };
        const place = freePosition(document, position ?? beside);
        return addNodeAfter(document, from, labels, newNode(component, place));
      }),
    insert: (connection, component) =>
      added((document) => {
        const labels = passingLabels(component, document.connections.get(connection)?.labels ?? []);
        const { document: roomy, position } = makeRoom(document, connection);
        return insertNode(roomy, connection, labels, newNode(component, position));
      }),
    replace: (id, component) =>
      state().edit((document) => replaceType(document, id, newNode(component, { x: 0, y: 0 })), {
        announce: t('editor.announce.replaced', { name: nameOf(id), type: component.name }),
      }),
    connect: (from, to, labels) =>
      state().edit((document) => connect(document, from, to, labels), {
        announce: t('editor.announce.connected', {
          from: nameOf(from),
          to: nameOf(to),
          labels: labels.join(', '),
        }),
      }),
    setLabels: (from, to, labels) =>
      state().edit((document) => label(document, from, to, labels), {
        announce: t('editor.announce.connected', {
          from: nameOf(from),
          to: nameOf(to),
          labels: labels.join(', '),
        }),
      }),
    disconnect: (connection) =>
      state().edit(
        (document) => remove(document, { ...NO_PARTS, connections: new Set([connection]) }),
        { announce: t('editor.announce.removed', { count: 1 }) },
      ),
    makeFirst: (id) =>
      state().edit((document) => setFirstNode(document, id), {
        announce: t('editor.announce.first', { name: nameOf(id) }),
      }),
    removeSelected,
    duplicate: () => {
      const { selection } = state();
      const fragment = fragmentOf(chain(), selection);
      if (fragment.nodes.length + fragment.notes.length > 0) {
        pasteFragment(fragment, { x: COPY_OFFSET, y: COPY_OFFSET });
      }
    },
    copied,
    pasteText,
    copyToClipboard,
    cutToClipboard: () => {
      copyToClipboard();
      removeSelected();
    },
    pasteFromClipboard: () => {
      const read = window.isSecureContext
        ? navigator.clipboard.readText().catch(() => lastCopied)
        : Promise.resolve(lastCopied);
      void read.then(pasteText);
    },
    undo: () => state().undo(t('editor.announce.undone')),
    redo: () => state().redo(t('editor.announce.redone')),
    arrange: () => {
      const { selection } = state();
      state().edit((document) => arrange(document, selection.nodes), {
        announce: t('editor.announce.arranged'),
      });
      requestAnimationFrame(() => void flow.fitView(FIT));
    },
    addNote: () => {
      const { x, y } = middle();
      const place = {
        x: onGrid(x - NOTE_SIZE.width / 2),
        y: onGrid(y - NOTE_SIZE.height / 2),
      };
      const { document, id } = addNote(chain(), freePosition(chain(), place, NOTE_SIZE));
      state().edit(() => document, {
        select: { ...NO_PARTS, notes: new Set([id]) },
        announce: t('editor.announce.added', { name: t('editor.noteName') }),
      });
    },
    nudge: (dx, dy) => {
      const { selection } = state();
      const { nodes, notes } = chain();
      const positions = new Map<string, Position>();
      for (const part of [...nodes.values(), ...notes.values()]) {
        if (selection.nodes.has(part.id) || selection.notes.has(part.id)) {
          const { x, y } = part.position;
          positions.set(part.id, { x: x + dx * STEP, y: y + dy * STEP });
        }
      }
      state().edit((document) => move(document, positions), { key: 'nudge' });
    },
    selectAll: () => {
      const { nodes, connections, notes } = chain();
      state().select({
        nodes: new Set(nodes.keys()),
        connections: new Set(connections.keys()),
        notes: new Set(notes.keys()),
      });
    },
    clearSelection: () => state().select(NO_PARTS),
    selectNode,
    selectConnection: (id) => state().select({ ...NO_PARTS, connections: new Set([id]) }),
    reveal: (id) => {
      const node = chain().nodes.get(id);
      const box = canvas();
      if (node === undefined || box === undefined) {
        return;
      }
      const { x, y } = flow.flowToScreenPosition(node.position);
      const zoom = flow.getZoom();
      const inSight =
        x >= box.left &&
        y >= box.top &&
        x + NODE_SIZE.width * zoom <= box.right &&
        y + NODE_SIZE.height * zoom <= box.bottom;
      if (!inSight) {
        show(id);
      }
    },
    goTo: (id) => {
      selectNode(id);
      show(id);
    },
    fit: () => void flow.fitView(FIT),
    zoomIn: () => void flow.zoomIn({ duration: 120 }),
    zoomOut: () => void flow.zoomOut({ duration: 120 }),
  };
}

/** Where the canvas is in the window. */
function canvas(): DOMRect | undefined {
  return document.querySelector('.react-flow')?.getBoundingClientRect();
}

export function onlyNode(id: NodeId): Parts {
  return { ...NO_PARTS, nodes: new Set([id]) };
}

export function sizeOf({ nodes, connections, notes }: Parts): number {
  return nodes.size + connections.size + notes.size;
}

function onGrid(value: number): number {
  return Math.round(value / STEP) * STEP;
}
