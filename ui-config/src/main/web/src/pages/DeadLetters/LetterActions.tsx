// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendDeadLetters, type DeadLetterFilter } from '../../api/deadLetters';
import { ErrorNote } from '../../components/ErrorNote';
import { DeleteAllDialog, DeleteSelectedDialog } from './DeleteDialogs';
import type { Notice } from './notice';
import { SendAllDialog } from './SendAllDialog';

interface LetterActionsProps {
  readonly filter: DeadLetterFilter;
  /** How many letters match the filter. */
  readonly total: number;
  readonly selected: readonly string[];
  readonly onDone: (notice: Notice) => void;
}

/** What can be done with the selected letters, and with all of the filter. */
export function LetterActions({ filter, total, selected, onDone }: LetterActionsProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'sendAll' | 'deleteAll' | 'deleteSelected'>();
  const close = () => setDialog(undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => resendDeadLetters(selected),
    onSuccess: (result) => onDone({ kind: 'resent', result }),
  });
  const none = selected.length === 0;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Button variant="default" disabled={none} loading={isPending} onClick={() => mutate()}>
            {t('deadLetters.sendSelected')}
          </Button>
          <Button
            variant="default"
            disabled={none || isPending}
            onClick={() => setDialog('deleteSelected')}
          >
            {t('deadLetters.deleteSelected')}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {none ? '' : t('deadLetters.selected', { count: selected.length })}
          </Text>
        </Group>
        <Group gap="xs">
          <Button disabled={total === 0} onClick={() => setDialog('sendAll')}>
            {t('deadLetters.sendAll')}
          </Button>
          <Button variant="default" disabled={total === 0} onClick={() => setDialog('deleteAll')}>
            {t('deadLetters.deleteAll')}
          </Button>
        </Group>
      </Group>
      {error !== null && <ErrorNote error={error} />}
      {dialog === 'sendAll' && <SendAllDialog filter={filter} onClose={close} />}
      {dialog === 'deleteAll' && (
        <DeleteAllDialog
          filter={filter}
          onDeleted={(result) => onDone({ kind: 'deleted', result })}
          onClose={close}
        />
      )}
      {dialog === 'deleteSelected' && (
        <DeleteSelectedDialog
          ids={selected}
          onDeleted={(result) => onDone({ kind: 'deleted', result })}
          onClose={close}
        />
      )}
    </>
  );
}
