// SPDX-License-Identifier: Apache-2.0
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './EntryCard.module.css';
import { LanguageSwitch } from './LanguageSwitch';
import { Mark } from './Mark';

/** The frame of a page for users who are not signed in. */
export function EntryCard({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Mark size={44} />
          <Title order={1} size="h2">
            Millrace
          </Title>
          <Text size="sm" c="dimmed">
            {t('entry.claim')}
          </Text>
        </div>
        {children}
        <LanguageSwitch />
      </div>
    </main>
  );
}
