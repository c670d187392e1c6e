// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Button, Group } from '@mantine/core';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { PulseIcon } from '../icons';
import { LiveContext, show, useLive } from './liveContext';

interface LiveToolsProps {
  readonly panelShown: boolean;
  readonly onShowPanel: (shown: boolean) => void;
}

/** Shows and hides the live figures, and ranks the nodes by them. */
export function LiveTools({ panelShown, onShowPanel }: LiveToolsProps) {
  const { t } = useTranslation();
  const store = use(LiveContext);
  const shown = useLive((live) => live.shown);
  const label = t(shown ? 'liveFigures.hide' : 'liveFigures.show');
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant={shown ? 'light' : 'subtle'}
        color={shown ? '' : 'gray'}
        c={shown ? '' : 'var(--mantine-color-text)'}
        size={30}
        aria-label={label}
        title={label}
        aria-pressed={shown}
        onClick={() => {
          show(store, !shown);
          onShowPanel(false);
        }}
      >
        <PulseIcon />
      </ActionIcon>
      <Button
        variant={panelShown ? 'light' : 'subtle'}
        size="compact-sm"
        aria-expanded={panelShown}
        onClick={() => {
          if (!shown) {
            show(store, true);
          }
          onShowPanel(!panelShown);
        }}
      >
        {t('liveFigures.slowest')}
      </Button>
    </Group>
  );
}
