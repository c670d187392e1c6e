// SPDX-License-Identifier: Apache-2.0
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChain, useEditing } from './chainContext';
import { sizeOf } from './commands';
import { ConnectionPanel } from './ConnectionPanel';
import { NodePanel } from './NodePanel';
import { PanelFrame } from './PanelFrame';

/** What is selected, beside the drawing. */
export function SidePanel() {
  const { t } = useTranslation();
  const { commands } = useEditing();
  const selection = useChain((state) => state.selection);
  const size = sizeOf(selection);
  const [nodeId] = selection.nodes;
  const [connection] = selection.connections;

  if (size === 0 || (size === 1 && selection.notes.size === 1)) {
    return null;
  }
  if (size === 1 && nodeId !== undefined) {
    return <NodePanel key={nodeId} id={nodeId} />;
  }
  if (size === 1 && connection !== undefined) {
    return <ConnectionPanel key={connection} id={connection} />;
  }
  return (
    <PanelFrame title={t('panel.selected', { count: size })}>
      <Group gap="xs" p="md">
        <Button variant="default" size="xs" onClick={commands.copyToClipboard}>
          {t('editor.copy')}
        </Button>
        <Button variant="default" size="xs" onClick={commands.duplicate}>
          {t('editor.duplicate')}
        </Button>
        <Button variant="default" size="xs" onClick={commands.arrange}>
          {t('editor.arrange')}
        </Button>
        <Button variant="default" size="xs" onClick={commands.removeSelected}>
          {t('editor.remove')}
        </Button>
      </Group>
    </PanelFrame>
  );
}
