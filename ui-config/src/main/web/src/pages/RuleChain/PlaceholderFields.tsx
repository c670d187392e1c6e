// SPDX-License-Identifier: Apache-2.0
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChainNode } from '../../model/chain/document';
import { useEditing } from './chainContext';

/** A node of a type that the server does not have: its configuration to read, and what to do with it. */
export function PlaceholderFields({ node }: { readonly node: ChainNode }) {
  const { t } = useTranslation();
  const { store, commands } = useEditing();
  return (
    <Stack gap="xs">
      <Text size="sm">{t('placeholder.help')}</Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => store.getState().show({ kind: 'replace', node: node.id })}
        >
          {t('placeholder.replace')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={commands.removeSelected}>
          {t('editor.remove')}
        </Button>
      </Group>
      <Text size="sm" fw={600}>
        {t('placeholder.type')}
      </Text>
      <Code block>{node.type}</Code>
      <Text size="sm" fw={600}>
        {t('placeholder.configuration')}
      </Text>
      <Code block mah="20rem" style={{ overflow: 'auto' }}>
        {JSON.stringify(node.configuration, null, 2)}
      </Code>
    </Stack>
  );
}
