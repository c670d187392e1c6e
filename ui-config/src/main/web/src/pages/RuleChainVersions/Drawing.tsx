// SPDX-License-Identifier: Apache-2.0
import {
  Background,
  BaseEdge,
  Controls,
  EdgeLabelRenderer,
  getBezierPath,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  useReactFlow,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import '../RuleChain/drawing.css';
import { useComputedColorScheme } from '@mantine/core';
import { memo, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDescriptor } from '../../api/components';
import type { Catalogue } from '../../model/chain/catalogue';
import { marksOf, type ChainDifference, type Mark } from '../../model/chain/difference';
import {
  NODE_SIZE,
  type ChainDocument,
  type ChainNode,
  type NodeId,
} from '../../model/chain/document';
import edgeClasses from '../RuleChain/LabelEdge.module.css';
import { NodeCard } from '../RuleChain/NodeCard';
import { useFlowLabels } from '../RuleChain/useFlowLabels';

interface MarkedLabel {
  readonly label: string;
  readonly mark: 'added' | 'removed' | undefined;
}

type DrawnNode = Node<
  {
    readonly node: ChainNode;
    readonly component: ComponentDescriptor | undefined;
    readonly mark: Mark | undefined;
  },
  'drawn'
>;
type DrawnEdge = Edge<{ readonly labels: readonly MarkedLabel[] }, 'drawn'>;

const NODE_TYPES = { drawn: memo(DrawnRuleNode) };
const EDGE_TYPES = { drawn: memo(DrawnConnection) };
const EDGE_DEFAULTS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--wire)' },
};
const FIT_VIEW = { padding: 0.12, maxZoom: 1.1 };

interface DrawingProps {
  readonly catalogue: Catalogue;
  readonly after: ChainDocument;
  readonly before: ChainDocument | undefined;
  readonly difference: ChainDifference | undefined;
  /** The node to show in the middle. */
  readonly focused: NodeId | undefined;
}

/** A version of a chain, with what was removed since another version. */
export function Drawing({ catalogue, after, before, difference, focused }: DrawingProps) {
  const { t } = useTranslation();
  const colorMode = useComputedColorScheme('light');
  const ariaLabels = useFlowLabels(false);
  const flow = useReactFlow<DrawnNode, DrawnEdge>();
  const nodes = useMemo(
    () => drawnNodes(catalogue, after, before, difference),
    [catalogue, after, before, difference],
  );
  const edges = useMemo(() => drawnEdges(after, before), [after, before]);

  useEffect(() => {
    const node = nodes.find(({ id }) => id === focused);
    if (node !== undefined) {
      void flow.setCenter(
        node.position.x + NODE_SIZE.width / 2,
        node.position.y + NODE_SIZE.height / 2,
        { zoom: Math.max(flow.getZoom(), 0.8), duration: 200 },
      );
    }
  }, [flow, nodes, focused]);

  return (
    <ReactFlow<DrawnNode, DrawnEdge>
      aria-label={t('editor.canvas')}
      edges={[...edges]}
      nodes={[...nodes]}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      defaultEdgeOptions={EDGE_DEFAULTS}
      colorMode={colorMode}
      nodesDraggable={false}
      nodesConnectable={false}
      elementsSelectable={false}
      edgesFocusable={false}
      minZoom={0.05}
      maxZoom={2}
      fitView
      fitViewOptions={FIT_VIEW}
      ariaLabelConfig={ariaLabels}
    >
      <Background gap={20} />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

function DrawnRuleNode({ data }: NodeProps<DrawnNode>) {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <NodeCard node={data.node} component={data.component} mark={data.mark} />
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  );
}

function DrawnConnection(props: EdgeProps<DrawnEdge>) {
  const { data, markerEnd } = props;
  const [path, x, y] = getBezierPath(props);
  const labels = data?.labels ?? [];
  const isRemoved = labels.every(({ mark }) => mark === 'removed');
  return (
    <>
      <BaseEdge
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        {...(isRemoved ? { style: { strokeDasharray: '5 4', stroke: 'var(--removed)' } } : {})}
      />
      <EdgeLabelRenderer>
        <div
          className={edgeClasses.labels}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          <div className={edgeClasses.column}>
            {labels.map(({ label, mark }) => (
              <span key={label} className={edgeClasses.chip} data-mark={mark}>
                <span>{label}</span>
              </span>
            ))}
          </div>
        </div>
      </EdgeLabelRenderer>
    </>
  );
}

function drawnNodes(
  catalogue: Catalogue,
  after: ChainDocument,
  before: ChainDocument | undefined,
  difference: ChainDifference | undefined,
): readonly DrawnNode[] {
  const marks = difference === undefined ? new Map<NodeId, Mark>() : marksOf(difference);
  const removed = [...(before?.nodes.values() ?? [])].filter(({ id }) => !after.nodes.has(id));
  return [...after.nodes.values(), ...removed].map((node) => ({
    id: node.id,
    type: 'drawn',
    position: { ...node.position },
    initialWidth: NODE_SIZE.width,
    initialHeight: NODE_SIZE.height,
    data: { node, component: catalogue.find(node.type), mark: marks.get(node.id) },
    ariaLabel: node.name,
  }));
}

function drawnEdges(after: ChainDocument, before: ChainDocument | undefined): readonly DrawnEdge[] {
  const ids = new Set([...after.connections.keys(), ...(before?.connections.keys() ?? [])]);
  return [...ids].flatMap((id) => {
    const now = after.connections.get(id);
    const former = before?.connections.get(id);
    const ends = now ?? former;
    if (ends === undefined) {
      return [];
    }
    const mark = (label: string): MarkedLabel => ({
      label,
      mark: before === undefined || former?.labels.includes(label) ? undefined : 'added',
    });
    const gone = (former?.labels ?? []).filter((label) => !now?.labels.includes(label));
    const labels: readonly MarkedLabel[] = [
      ...(now?.labels ?? []).map(mark),
      ...gone.map((label): MarkedLabel => ({ label, mark: 'removed' })),
    ];
    return [{ id, type: 'drawn', source: ends.from, target: ends.to, data: { labels } }];
  });
}
