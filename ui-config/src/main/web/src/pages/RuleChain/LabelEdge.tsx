// SPDX-License-Identifier: Apache-2.0
import { BaseEdge, EdgeLabelRenderer, getBezierPath, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionId } from '../../model/chain/document';
import { useChain, useEditing } from './chainContext';
import type { ChainFlowEdge } from './flow';
import classes from './LabelEdge.module.css';
import { useReadable } from './readableContext';
import passage from './test/Passage.module.css';
import { usePassedLabels } from './test/testContext';

const MAX_LABELS = 4;

/** All connections between two nodes: one line with their labels. */
export const LabelEdge = memo(function LabelEdge(props: EdgeProps<ChainFlowEdge>) {
  const { data, selected, markerEnd } = props;
  const readable = useReadable();
  const [path, x, y] = getBezierPath(props);
  const passed = usePassedLabels(data?.connection.id);
  const wire = passed && (passed.size > 0 ? passage.wire : passage.untouched);
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        className={wire ?? ''}
        {...(markerEnd === undefined ? {} : { markerEnd })}
      />
      {readable && data !== undefined && (
        <EdgeLabelRenderer>
          <div
            className={`${classes.labels ?? ''} nodrag nopan`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            <Labels connection={data.connection} selected={selected ?? false} passed={passed} />
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});

interface LabelsProps {
  readonly connection: NonNullable<ChainFlowEdge['data']>['connection'];
  readonly selected: boolean;
  /** The labels by which the message of a test run went. */
  readonly passed: ReadonlySet<string> | undefined;
}

/** The labels can be clicked like the line; keys reach both through the line. */
function Labels({ connection, selected, passed }: LabelsProps) {
  const { store, commands } = useEditing();
  const { id, from, to, labels } = connection;
  const shown = labels.length > MAX_LABELS ? labels.slice(0, MAX_LABELS - 1) : labels;
  const more = labels.length - shown.length;
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className={classes.chip}
        data-selected={selected || undefined}
        title={labels.join(', ')}
        onClick={() => commands.selectConnection(id)}
        onDoubleClick={() => store.getState().show({ kind: 'labels', from, to })}
      >
        {shown.map((label) => (
          <span key={label} className={passed?.has(label) === true ? passage.label : undefined}>
            {label}
          </span>
        ))}
        {more > 0 && <span>+ {more}</span>}
      </button>
      {selected && <InsertButton id={id} />}
    </>
  );
}

/** Inserts a node into the connection, if nothing else is selected. */
function InsertButton({ id }: { readonly id: ConnectionId }) {
  const { t } = useTranslation();
  const { store } = useEditing();
  const alone = useChain(
    ({ selection }) =>
      selection.connections.size === 1 && selection.nodes.size + selection.notes.size === 0,
  );
  return (
    alone && (
      <button
        type="button"
        tabIndex={-1}
        className={classes.plus}
        title={t('panel.insert')}
        aria-label={t('panel.insert')}
        onClick={() => store.getState().show({ kind: 'insert', connection: id })}
      >
        +
      </button>
    )
  );
}
