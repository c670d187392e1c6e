// SPDX-License-Identifier: Apache-2.0
import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { takesMessages } from '../../model/chain/catalogue';
import { useChain, useEditing } from './chainContext';
import type { EntryFlowNode, RuleFlowNode } from './flow';
import { NodeCard } from './NodeCard';
import classes from './RuleNode.module.css';
import { useFound } from './searchContext';
import { useTranslation } from 'react-i18next';

/** A node of the chain on the canvas. */
export const RuleNode = memo(function RuleNode({ data, selected }: NodeProps<RuleFlowNode>) {
  const { node } = data;
  const component = useEditing().catalogue.find(node.type);
  const findings = useChain((state) => state.findingsByNode.get(node.id));
  const found = useFound(node.id);
  const hasOutput = component?.configurationDescriptor.nodeDefinition.outEnabled ?? true;
  return (
    <>
      {takesMessages(component) && <Handle type="target" position={Position.Left} />}
      <NodeCard
        node={node}
        component={component}
        selected={selected}
        found={found}
        {...(findings === undefined ? {} : { findings })}
      />
      {hasOutput && <Handle type="source" position={Position.Right} />}
    </>
  );
});

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
