// SPDX-License-Identifier: Apache-2.0
import { NodeResizer, type NodeProps } from '@xyflow/react';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { resizeNote, writeNote } from '../../model/chain/edits';
import { useChain, useEditing } from './chainContext';
import type { NoteFlowNode } from './flow';
import classes from './NoteNode.module.css';

/** A note on the canvas, which is written in place. */
export const NoteNode = memo(function NoteNode({ data, selected }: NodeProps<NoteFlowNode>) {
  const { t } = useTranslation();
  const { note } = data;
  const { store } = useEditing();
  const text = useRef<HTMLTextAreaElement>(null);
  const alone = useChain(
    ({ selection }) =>
      selection.notes.size === 1 && selection.nodes.size === 0 && selection.notes.has(note.id),
  );
  const isNew = useRef(note.text === '' && alone);

  useEffect(() => {
    if (isNew.current) {
      text.current?.focus({ preventScroll: true });
    }
  }, []);

  return (
    <div className={classes.note} data-selected={selected || undefined}>
      <NodeResizer
        isVisible={selected}
        minWidth={120}
        minHeight={60}
        color="var(--accent)"
        onResizeEnd={(_, { x, y, width, height }) =>
          store.getState().edit((chain) => resizeNote(chain, note.id, { x, y }, { width, height }))
        }
      />
      <textarea
        ref={text}
        className={`${classes.text ?? ''} ${alone ? 'nodrag nowheel' : ''}`}
        aria-label={t('editor.noteName')}
        placeholder={t('editor.noteEmpty')}
        value={note.text}
        onChange={({ currentTarget: { value } }) =>
          store
            .getState()
            .edit((chain) => writeNote(chain, note.id, value), { key: `note ${note.id}` })
        }
        onFocus={() => store.getState().select(noteOnly(note.id))}
      />
    </div>
  );
});

function noteOnly(id: string) {
  return { nodes: new Set<string>(), connections: new Set<string>(), notes: new Set([id]) };
}
