// SPDX-License-Identifier: Apache-2.0
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDescriptor } from '../../api/components';
import { useEditing } from './chainContext';
import { ComponentList } from './ComponentList';
import classes from './Editor.module.css';

/** The type of data under which a dragged type of node is known to the canvas. */
export const COMPONENT_TYPE = 'application/x-millrace-node-type';

/** The types of nodes, to drag into the drawing or to add with Enter. */
export function Palette() {
  const { t } = useTranslation();
  const { commands } = useEditing();
  return (
    <aside className={classes.palette} aria-label={t('editor.palette')}>
      <ComponentList onChoose={commands.add} onDrag={drag} />
    </aside>
  );
}

function drag(event: DragEvent, component: ComponentDescriptor) {
  event.dataTransfer.setData(COMPONENT_TYPE, component.clazz);
  event.dataTransfer.effectAllowed = 'copy';
}
