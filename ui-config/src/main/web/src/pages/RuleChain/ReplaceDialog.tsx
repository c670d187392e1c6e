// SPDX-License-Identifier: Apache-2.0
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/Dialog';
import type { NodeId } from '../../model/chain/document';
import { useChain, useEditing } from './chainContext';
import { ComponentList } from './ComponentList';
import classes from './Editor.module.css';

interface ReplaceDialogProps {
  readonly node: NodeId;
  readonly onClose: () => void;
}

/** Makes a placeholder a node of a type that the server has. */
export function ReplaceDialog({ node, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation();
  const { commands } = useEditing();
  const name = useChain(({ history }) => history.present.nodes.get(node)?.name) ?? '';
  return (
    <Dialog title={t('placeholder.replaceTitle', { name })} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t('placeholder.replaceHelp')}</Text>
        <div className={classes.dialogList}>
          <ComponentList
            focused
            onChoose={(component) => {
              onClose();
              commands.replace(node, component);
            }}
          />
        </div>
      </Stack>
    </Dialog>
  );
}
