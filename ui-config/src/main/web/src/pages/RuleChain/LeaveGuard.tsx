// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Dialog } from '../../components/Dialog';
import { isDirty } from '../../store/chainStore';
import { useChain, useEditing } from './chainContext';

/** Asks before the page is left with changes that are not saved. */
export function LeaveGuard() {
  const { t } = useTranslation();
  const { store } = useEditing();
  const dirty = useChain(isDirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty(store.getState()) && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) {
      return undefined;
    }
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  if (blocker.state !== 'blocked') {
    return null;
  }
  return (
    <Dialog title={t('leave.title')} onClose={blocker.reset}>
      <Stack gap="md">
        <Text size="sm">{t('leave.text')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={blocker.proceed}>
            {t('leave.leave')}
          </Button>
          <Button onClick={blocker.reset} data-autofocus>
            {t('leave.stay')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
