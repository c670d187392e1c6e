// SPDX-License-Identifier: Apache-2.0
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowIcon } from '../../components/icons';
import type { ConnectionId } from '../../model/chain/document';
import { useChain, useEditing } from './chainContext';
import classes from './Editor.module.css';
import { PanelFrame } from './PanelFrame';

/** The connection that is selected. */
export function ConnectionPanel({ id }: { readonly id: ConnectionId }) {
  const { t } = useTranslation();
  const { store, commands } = useEditing();
  const document = useChain(({ history }) => history.present);
  const connection = document.connections.get(id);
  const source = connection?.from;

  useEffect(() => {
    // The panel leaves less room for the drawing; React Flow measures that first.
    const timer = setTimeout(() => source !== undefined && commands.reveal(source), 50);
    return () => clearTimeout(timer);
  }, [commands, source]);

  if (connection === undefined) {
    return null;
  }
  const { from, to, labels } = connection;
  const link = (node: string) => (
    <button type="button" className={classes.link} onClick={() => commands.goTo(node)}>
      {document.nodes.get(node)?.name}
    </button>
  );
  return (
    <PanelFrame title={t('panel.connection')}>
      <Stack gap="sm" p="md">
        <Text component="div" size="sm">
          {link(from)} <ArrowIcon direction="right" /> {link(to)}
        </Text>
        <Group gap={6}>
          {labels.map((label) => (
            <Badge key={label} variant="light" tt="none" maw="100%">
              {label}
            </Badge>
          ))}
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => store.getState().show({ kind: 'labels', from, to })}
          >
            {t('panel.editLabels')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => store.getState().show({ kind: 'insert', connection: id })}
          >
            {t('panel.insert')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => commands.disconnect(id)}>
            {t('panel.removeConnection')}
          </Button>
        </Group>
      </Stack>
    </PanelFrame>
  );
}
