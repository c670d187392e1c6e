// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditing } from './chainContext';
import classes from './Editor.module.css';
import { CloseIcon } from './icons';

interface PanelFrameProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the panel beside the drawing. */
export function PanelFrame({ title, children }: PanelFrameProps) {
  const { t } = useTranslation();
  const { commands } = useEditing();
  return (
    <aside className={classes.panel} aria-label={t('panel.node')}>
      <div className={classes.panelHead}>
        {typeof title === 'string' ? (
          <Title order={2} size="h6">
            {title}
          </Title>
        ) : (
          <Text component="div" className={classes.panelTitle ?? ''}>
            {title}
          </Text>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('panel.close')}
          title={t('panel.close')}
          onClick={commands.clearSelection}
        >
          <CloseIcon />
        </ActionIcon>
      </div>
      <div className={classes.panelBody}>{children}</div>
    </aside>
  );
}
