// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../model/time';
import { isDirty } from '../../store/chainStore';
import { useChain, useEditing } from './chainContext';
import classes from './Editor.module.css';

/** Offers the changes that an earlier visit has not saved. */
export function DraftOffer() {
  const { t } = useTranslation();
  const { store } = useEditing();
  const offered = useChain((state) => state.offeredDraft);
  const version = useChain((state) => state.version);
  const dirty = useChain(isDirty);
  const [now] = useState(() => Date.now());
  if (offered === undefined || dirty) {
    return null;
  }
  const { draft } = offered;
  const when = ago(draft.at, now);
  return (
    <Alert className={classes.draft ?? ''} color="water" variant="light" title={t('draft.title')}>
      <Text size="sm">{t(draft.version === version ? 'draft.text' : 'draft.older', { when })}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => store.getState().applyDraft()}>
          {t('draft.apply')}
        </Button>
        <Button size="xs" variant="default" onClick={() => store.getState().discardDraft()}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
