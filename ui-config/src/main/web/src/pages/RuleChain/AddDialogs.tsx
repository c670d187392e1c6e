// SPDX-License-Identifier: Apache-2.0
import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDescriptor } from '../../api/components';
import { Dialog } from '../../components/Dialog';
import { labelsOf, likelyLabel } from '../../model/chain/catalogue';
import type { ConnectionId, NodeId, Position } from '../../model/chain/document';
import { useChain, useEditing } from './chainContext';
import { ComponentList } from './ComponentList';
import classes from './Editor.module.css';

interface AddDialogProps {
  readonly position?: Position;
  readonly onClose: () => void;
}

export function AddDialog({ position, onClose }: AddDialogProps) {
  const { t } = useTranslation();
  const { commands } = useEditing();
  const choose = (component: ComponentDescriptor) => {
    onClose();
    commands.add(component, position);
  };
  return (
    <Dialog title={t('quickAdd.title')} onClose={onClose}>
      <div className={classes.dialogList}>
        <ComponentList autoFocus onChoose={choose} />
      </div>
    </Dialog>
  );
}

interface AddAfterDialogProps extends AddDialogProps {
  readonly from: NodeId;
}

/** Adds a node to which another one passes messages with a label. */
export function AddAfterDialog({ from, position, onClose }: AddAfterDialogProps) {
  const { t } = useTranslation();
  const { catalogue, commands } = useEditing();
  const document = useChain(({ history }) => history.present);
  const node = document.nodes.get(from);
  const component = node && catalogue.find(node.type);
  const labels = labelsOf(component);
  const [label, setLabel] = useState<string | undefined>(
    () => likelyLabel(document, from, component) ?? labels[0],
  );
  const choose = (chosen: ComponentDescriptor) => {
    onClose();
    commands.addAfter(from, label === undefined ? [] : [label], chosen, position);
  };
  return (
    <Dialog title={t('quickAdd.after', { name: node?.name ?? '' })} onClose={onClose}>
      <Stack gap="sm">
        {labels.length > 0 && (
          <Select
            label={t('quickAdd.label')}
            size="xs"
            searchable
            allowDeselect={false}
            data={[...labels]}
            value={label ?? null}
            onChange={(value) => setLabel(value ?? undefined)}
          />
        )}
        <div className={classes.dialogList}>
          <ComponentList autoFocus onlyTargets onChoose={choose} />
        </div>
      </Stack>
    </Dialog>
  );
}

interface InsertDialogProps {
  readonly connection: ConnectionId;
  readonly onClose: () => void;
}

export function InsertDialog({ connection, onClose }: InsertDialogProps) {
  const { t } = useTranslation();
  const { commands } = useEditing();
  const { nodes, connections } = useChain(({ history }) => history.present);
  const split = connections.get(connection);
  const nameOf = (id: NodeId | undefined) => (id === undefined ? '' : (nodes.get(id)?.name ?? ''));
  const choose = (component: ComponentDescriptor) => {
    onClose();
    commands.insert(connection, component);
  };
  return (
    <Dialog
      title={t('quickAdd.between', { from: nameOf(split?.from), to: nameOf(split?.to) })}
      onClose={onClose}
    >
      <div className={classes.dialogList}>
        <ComponentList autoFocus onlyTargets onChoose={choose} />
      </div>
    </Dialog>
  );
}
