// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleChainVersion } from '../../api/ruleChains';
import { Dialog } from '../../components/Dialog';
import { DifferenceList } from '../../components/chain/DifferenceList';
import type { ChainDifference } from '../../model/chain/difference';
import type { RuleChainMetadata } from '../../model/chain/metadata';
import { ago } from '../../model/time';
import classes from './Editor.module.css';

/** What another user has saved since the chain was loaded. */
export interface Conflict {
  readonly metadata: RuleChainMetadata;
  readonly latest: RuleChainVersion | undefined;
  readonly theirs: ChainDifference;
}

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly mine: ChainDifference;
  readonly saving: boolean;
  readonly onLoad: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
}

/** Lets the user choose between the chain of another user and their own. */
export function ConflictDialog({
  conflict: { latest, theirs },
  mine,
  saving,
  onLoad,
  onOverwrite,
  onClose,
}: ConflictDialogProps) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const [now] = useState(() => Date.now());
  const touched = new Set(mine.nodes.map(({ id }) => id));
  const both = theirs.nodes.filter(({ id, mark }) => mark !== 'moved' && touched.has(id));

  if (confirming) {
    return (
      <Dialog title={t('conflict.confirmTitle')} onClose={onClose}>
        <Stack gap="md">
          <Text size="sm">{t('conflict.confirmText')}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setConfirming(false)} data-autofocus>
              {t('conflict.back')}
            </Button>
            <Button color="red" loading={saving} onClick={onOverwrite}>
              {t('conflict.confirm')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('conflict.title')} onClose={onClose} size="xl">
      <Stack gap="md">
        <Text size="sm">
          {latest === undefined
            ? t('conflict.textUnknown')
            : t('conflict.text', {
                author: latest.authorName ?? t('conflict.service'),
                number: latest.number,
                when: ago(latest.createdTime, now),
              })}
        </Text>
        {both.length > 0 && (
          <Alert color="yellow" variant="light" py="xs">
            {t('conflict.both')} {both.map(({ name }) => name).join(', ')}
          </Alert>
        )}
        <div className={classes.sides}>
          <section aria-label={t('conflict.theirs')}>
            <Title order={3} size="h6" mb="xs">
              {t('conflict.theirs')}
            </Title>
            <DifferenceList difference={theirs} none={t('conflict.nothing')} />
          </section>
          <section aria-label={t('conflict.mine')}>
            <Title order={3} size="h6" mb="xs">
              {t('conflict.mine')}
            </Title>
            <DifferenceList difference={mine} none={t('conflict.nothing')} />
          </section>
        </div>
        <Text size="xs" c="dimmed">
          {t('conflict.loadHelp')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t('conflict.overwrite')}
          </Button>
          <Button onClick={onLoad}>{t('conflict.load')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
