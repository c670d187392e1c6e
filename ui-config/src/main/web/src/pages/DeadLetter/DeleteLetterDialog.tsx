// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteDeadLetter } from '../../api/deadLetters';
import { Dialog } from '../../components/Dialog';
import type { Notice } from '../DeadLetters/notice';
import { ResendFault } from './ResendFault';

interface DeleteLetterDialogProps {
  readonly letterId: string;
  readonly onDeleted: (notice: Notice) => void;
  readonly onClose: () => void;
}

/** Asks, then deletes a letter. */
export function DeleteLetterDialog({ letterId, onDeleted, onClose }: DeleteLetterDialogProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteDeadLetter(letterId),
    onSuccess: () =>
      onDeleted({ kind: 'deleted', result: { matched: 1, deleted: 1, busy: 0, left: 0 } }),
  });
  return (
    <Dialog title={t('deadLetters.letter.deleteTitle')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('deadLetters.letter.deleteText')}</Text>
        {error !== null && <ResendFault error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            {t('common.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
