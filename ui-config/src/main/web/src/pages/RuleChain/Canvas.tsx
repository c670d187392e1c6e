// SPDX-License-Identifier: Apache-2.0
import {
  applyNodeChanges,
  Background,
  Controls,
  getViewportForBounds,
  MarkerType,
  MiniMap,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  type Connection as FlowConnection,
  type EdgeChange,
  type NodeChange,
  type OnConnectEnd,
  type Viewport,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import './drawing.css';
import { useComputedColorScheme } from '@mantine/core';
import { startTransition, useCallback, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { calledChain, groupOf, takesMessages } from '../../model/chain/catalogue';
import { NODE_SIZE, type Position, type Size } from '../../model/chain/document';
import { connectionFault, move, reconnect } from '../../model/chain/edits';
import type { ChainState } from '../../store/chainStore';
import { useChain, useEditing } from './chainContext';
import classes from './Editor.module.css';
import {
  boundsOfNodes,
  ENTRY_ID,
  flowEdgesOf,
  flowNodesOf,
  placeEntry,
  type ChainFlowEdge,
  type ChainFlowNode,
} from './flow';
import { LabelEdge } from './LabelEdge';
import { NoteNode } from './NoteNode';
import { COMPONENT_TYPE } from './Palette';
import { isReadable, ReadableContext } from './readableContext';
import { EntryNode, RuleNode } from './RuleNode';
import { useFlowLabels } from './useFlowLabels';
import { useFlowTexts } from './useFlowTexts';

const NODE_TYPES = { rule: RuleNode, note: NoteNode, entry: EntryNode };
const EDGE_TYPES = { labels: LabelEdge };
const EDGE_DEFAULTS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--wire)' },
};
const SNAP_GRID: [number, number] = [10, 10];
const MULTI_SELECTION_KEYS = ['Shift', 'Control', 'Meta'];
const ZOOM = { min: 0.05, fitted: 1.1, max: 2 };
const PADDING = 0.12;

const presentOf = (state: ChainState) => state.history.present;

/** The drawing of the chain, in which it is edited; it appears when the size of its place is known. */
export function Canvas() {
  const [size, setSize] = useState<Size>();
  const measure = useCallback((place: HTMLDivElement | null) => {
    if (place !== null) {
      setSize({ width: place.clientWidth, height: place.clientHeight });
    }
  }, []);
  return (
    <div ref={measure} className={classes.drawing}>
      {size !== undefined && <Drawing size={size} />}
    </div>
  );
}

/** The viewport in which all nodes are seen. */
function wholeChain(nodes: readonly ChainFlowNode[], { width, height }: Size): Viewport {
  return nodes.length === 0
    ? { x: 0, y: 0, zoom: 1 }
    : getViewportForBounds(boundsOfNodes(nodes), width, height, ZOOM.min, ZOOM.fitted, PADDING);
}

function Drawing({ size }: { readonly size: Size }) {
  const { t } = useTranslation();
  const { store, catalogue, commands } = useEditing();
  const navigate = useNavigate();
  const flow = useReactFlow<ChainFlowNode, ChainFlowEdge>();
  const colorMode = useComputedColorScheme('light');
  const document = useChain(presentOf);
  const selection = useChain((state) => state.selection);
  const texts = useFlowTexts(catalogue);
  const dragging = useRef(false);

  const [drawn, setDrawn] = useState(() => ({
    document,
    selection,
    nodes: flowNodesOf(document, selection, texts, []),
    edges: flowEdgesOf(document, selection, texts, []),
  }));
  let current = drawn;
  if (drawn.document !== document || drawn.selection !== selection) {
    current = {
      document,
      selection,
      nodes: flowNodesOf(document, selection, texts, drawn.nodes),
      edges: flowEdgesOf(document, selection, texts, drawn.edges),
    };
    setDrawn(current);
  }
  const [initialViewport] = useState(() => wholeChain(current.nodes, size));
  const [readable, setReadable] = useState(() => isReadable(initialViewport));
  const onMove = useCallback(
    (_: unknown, viewport: Viewport) =>
      // Thousands of texts that come into sight must not hold up the movement.
      startTransition(() => setReadable(isReadable(viewport))),
    [],
  );

  const onNodesChange = useCallback(
    (changes: NodeChange<ChainFlowNode>[]) => {
      const visible = changes.filter(({ type }) => type === 'position' || type === 'dimensions');
      if (visible.length > 0) {
        setDrawn((former) => ({
          ...former,
          nodes: placeEntry(applyNodeChanges(visible, [...former.nodes])),
        }));
      }
      select(store.getState(), changes);

      // Keys move nodes without the callbacks of a drag: this covers both.
      const ended = new Map<string, Position>();
      for (const change of changes) {
        if (change.type === 'position' && change.dragging === true) {
          dragging.current = true;
        } else if (change.type === 'position' && change.position !== undefined) {
          ended.set(change.id, change.position);
        }
      }
      if (ended.size > 0) {
        const byKeys = !dragging.current;
        dragging.current = false;
        store.getState().edit((chain) => move(chain, ended), byKeys ? { key: 'nudge' } : {});
      }
    },
    [store],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<ChainFlowEdge>[]) => select(store.getState(), changes),
    [store],
  );

  const isValidConnection = useCallback(
    ({ source, target }: FlowConnection | ChainFlowEdge) => {
      const chain = presentOf(store.getState());
      const node = chain.nodes.get(target);
      return (
        node !== undefined &&
        takesMessages(catalogue.find(node.type)) &&
        (source === ENTRY_ID || connectionFault(chain, source, target) === undefined)
      );
    },
    [store, catalogue],
  );
  const connected = useCallback(
    (source: string, target: string) => {
      if (source === ENTRY_ID) {
        commands.makeFirst(target);
      } else {
        store.getState().show({ kind: 'labels', from: source, to: target });
      }
    },
    [store, commands],
  );
  const onConnect = useCallback(
    ({ source, target }: FlowConnection) => connected(source, target),
    [connected],
  );
  const onConnectEnd: OnConnectEnd = useCallback(
    (event, { isValid, fromNode, fromHandle }) => {
      if (isValid === true || fromNode === null || fromHandle.type !== 'source') {
        return;
      }
      const point = 'changedTouches' in event ? event.changedTouches[0] : event;
      if (point === undefined) {
        return;
      }
      const under = window.document.elementFromPoint(point.clientX, point.clientY);
      const target = under?.closest('.react-flow__node')?.getAttribute('data-id');
      if (target !== null && target !== undefined) {
        // Dropped on the node instead of its handle.
        if (
          isValidConnection({ source: fromNode.id, target, sourceHandle: null, targetHandle: null })
        ) {
          connected(fromNode.id, target);
        }
      } else if (under?.closest('.react-flow__pane') != null && fromNode.id !== ENTRY_ID) {
        const { x, y } = flow.screenToFlowPosition({ x: point.clientX, y: point.clientY });
        const position = { x: onGrid(x), y: onGrid(y - NODE_SIZE.height / 2) };
        store.getState().show({ kind: 'addAfter', from: fromNode.id, position });
      }
    },
    [connected, flow, isValidConnection, store],
  );
  const onReconnect = useCallback(
    (edge: ChainFlowEdge, { source, target }: FlowConnection) => {
      if (edge.source === ENTRY_ID) {
        commands.makeFirst(target);
      } else {
        store.getState().edit((chain) => reconnect(chain, edge.id, source, target));
      }
    },
    [commands, store],
  );

  const onNodeDoubleClick = useCallback(
    (_: unknown, { id }: ChainFlowNode) => {
      const node = presentOf(store.getState()).nodes.get(id);
      const called = node && calledChain(node, catalogue.find(node.type));
      const missing = store
        .getState()
        .findingsByNode.get(id)
        ?.some(({ kind }) => kind === 'MISSING_CHAIN');
      if (called !== undefined && missing !== true) {
        void navigate(`/rule-chains/${called}`);
      }
    },
    [catalogue, navigate, store],
  );
  const onEdgeDoubleClick = useCallback(
    (_: unknown, { data }: ChainFlowEdge) => {
      if (data !== undefined) {
        const { from, to } = data.connection;
        store.getState().show({ kind: 'labels', from, to });
      }
    },
    [store],
  );
  const onDrop = useCallback(
    (event: DragEvent) => {
      const component = catalogue.find(event.dataTransfer.getData(COMPONENT_TYPE));
      if (component !== undefined) {
        event.preventDefault();
        const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
        commands.add(component, {
          x: onGrid(x - NODE_SIZE.width / 2),
          y: onGrid(y - NODE_SIZE.height / 2),
        });
      }
    },
    [catalogue, commands, flow],
  );
  const colorOf = useCallback(
    (node: ChainFlowNode) => {
      switch (node.type) {
        case 'rule':
          return MINIMAP_COLORS[groupOf(catalogue.find(node.data.node.type))];
        case 'note':
          return '#e9c46a66';
        default:
          return '#08708a';
      }
    },
    [catalogue],
  );
  const ariaLabels = useFlowLabels(true);

  return (
    <ReadableContext value={readable}>
      <ReactFlow<ChainFlowNode, ChainFlowEdge>
        aria-label={t('editor.canvas')}
        nodes={current.nodes as ChainFlowNode[]}
        edges={current.edges as ChainFlowEdge[]}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        defaultEdgeOptions={EDGE_DEFAULTS}
        colorMode={colorMode}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        isValidConnection={isValidConnection}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onReconnect={onReconnect}
        onNodeDoubleClick={onNodeDoubleClick}
        onEdgeDoubleClick={onEdgeDoubleClick}
        onDragOver={allowDrop}
        onDrop={onDrop}
        snapToGrid
        snapGrid={SNAP_GRID}
        deleteKeyCode={null}
        multiSelectionKeyCode={MULTI_SELECTION_KEYS}
        selectionMode={SelectionMode.Partial}
        zoomOnDoubleClick={false}
        elevateNodesOnSelect={false}
        defaultViewport={initialViewport}
        onMove={onMove}
        minZoom={ZOOM.min}
        maxZoom={ZOOM.max}
        ariaLabelConfig={ariaLabels}
      >
        <Background gap={20} />
        <Controls showInteractive={false} />
        <MiniMap pannable zoomable nodeColor={colorOf} nodeBorderRadius={8} />
      </ReactFlow>
    </ReadableContext>
  );
}

const MINIMAP_COLORS = {
  FILTER: '#d39a06',
  ENRICHMENT: '#3f9d58',
  TRANSFORMATION: '#3f78d8',
  ACTION: '#c4568f',
  EXTERNAL: '#8661d6',
  FLOW: '#5d7486',
  UNKNOWN: '#8b8b8b',
};

function allowDrop(event: DragEvent) {
  if (event.dataTransfer.types.includes(COMPONENT_TYPE)) {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  }
}

/** Takes over what React Flow selects and deselects. */
function select(
  { selection, history, select: change }: ChainState,
  changes: readonly (NodeChange<ChainFlowNode> | EdgeChange<ChainFlowEdge>)[],
): void {
  const nodes = new Set(selection.nodes);
  const connections = new Set(selection.connections);
  const notes = new Set(selection.notes);
  let changed = false;
  for (const each of changes) {
    if (each.type === 'select') {
      const { nodes: all, notes: allNotes } = history.present;
      const set = all.has(each.id) ? nodes : allNotes.has(each.id) ? notes : connections;
      changed = (each.selected ? !set.has(each.id) : set.has(each.id)) || changed;
      if (each.selected) {
        set.add(each.id);
      } else {
        set.delete(each.id);
      }
    }
  }
  if (changed) {
    change({ nodes, connections, notes });
  }
}

function onGrid(value: number): number {
  return Math.round(value / 10) * 10;
}
