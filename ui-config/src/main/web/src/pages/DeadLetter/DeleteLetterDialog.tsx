// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { deleteDeadLetter } from '../../api/deadLetters';
import { DeleteDialog } from '../../components/DeleteDialog';
import type { Notice } from '../DeadLetters/notice';
import { ResendFault } from './ResendFault';

interface DeleteLetterDialogProps {
  readonly letterId: string;
  readonly onDeleted: (notice: Notice) => void;
  readonly onClose: () => void;
}

export function DeleteLetterDialog({ letterId, onDeleted, onClose }: DeleteLetterDialogProps) {
  const { t } = useTranslation();
  return (
    <DeleteDialog
      title={t('deadLetters.letter.deleteTitle')}
      remove={() => deleteDeadLetter(letterId)}
      onDeleted={() =>
        onDeleted({ kind: 'deleted', result: { matched: 1, deleted: 1, busy: 0, left: 0 } })
      }
      onClose={onClose}
      fault={(error) => <ResendFault error={error} />}
    >
      <Text size="sm">{t('deadLetters.letter.deleteText')}</Text>
    </DeleteDialog>
  );
}
