// SPDX-License-Identifier: Apache-2.0
import { Handle, Position, type HandleProps, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { takesMessages } from '../../model/chain/catalogue';
import { useChain, useEditing } from './chainContext';
import type { EntryFlowNode, RuleFlowNode } from './flow';
import { NodeLive } from './live/NodeLive';
import { NodeCard } from './NodeCard';
import { useReadable } from './readableContext';
import classes from './RuleNode.module.css';
import { NodePassage } from './test/NodePassage';
import { WatchMark } from './watch/WatchMark';
import { useFound } from './searchContext';
import { useTranslation } from 'react-i18next';

/** A node of the chain on the canvas. */
export const RuleNode = memo(function RuleNode({ data, selected }: NodeProps<RuleFlowNode>) {
  const { node } = data;
  const component = useEditing().catalogue.find(node.type);
  const findings = useChain((state) => state.findingsByNode.get(node.id));
  const found = useFound(node.id);
  const readable = useReadable();
  const hasOutput = component?.configurationDescriptor.nodeDefinition.outEnabled ?? true;
  const End = readable ? Handle : HandleMark;
  return (
    <>
      {takesMessages(component) && <End type="target" position={Position.Left} />}
      <NodePassage id={node.id} />
      <NodeCard
        node={node}
        component={component}
        selected={selected}
        plain={!readable}
        found={found}
        {...(findings === undefined ? {} : { findings })}
      />
      {readable && <WatchMark id={node.id} />}
      {readable && <NodeLive nodeId={node.id} />}
      {hasOutput && <End type="source" position={Position.Right} />}
    </>
  );
});

/** What React Flow takes for a handle when it looks for the ends of connections, without what a handle can do. */
function HandleMark({ type, position }: Pick<HandleProps, 'type' | 'position'>) {
  return (
    <div
      className={`react-flow__handle react-flow__handle-${position} ${type}`}
      data-handlepos={position}
    />
  );
}

/** Where messages enter the chain. */
export const EntryNode = memo(function EntryNode({ data }: NodeProps<EntryFlowNode>) {
  const { t } = useTranslation();
  return (
    <div className={classes.entry} data-unconnected={data.first === undefined || undefined}>
      {t('editor.entry')}
      <Handle type="source" position={Position.Right} />
    </div>
  );
});
