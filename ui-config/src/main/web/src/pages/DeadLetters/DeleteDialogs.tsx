// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  deleteDeadLetters,
  deleteFilteredDeadLetters,
  type DeadLetterFilter,
  type DeleteResult,
} from '../../api/deadLetters';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { isFiltered } from '../../model/filter';
import { useSpan } from './useSpan';

interface ClosableProps {
  readonly onDeleted: (result: DeleteResult) => void;
  readonly onClose: () => void;
}

/** Asks, then deletes all letters of a filter. */
export function DeleteAllDialog({
  filter,
  onDeleted,
  onClose,
}: ClosableProps & { readonly filter: DeadLetterFilter }) {
  const { t } = useTranslation();
  const { data: span, error } = useSpan(filter);
  return (
    <DeleteDialog
      count={span?.total}
      countError={error}
      note={isFiltered(filter) ? t('deadLetters.all.filtered') : ''}
      // The filter of the span has a condition, its end, even if the user has set none.
      remove={() => deleteFilteredDeadLetters(span?.filter ?? filter)}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}

/** Asks, then deletes the selected letters. */
export function DeleteSelectedDialog({
  ids,
  onDeleted,
  onClose,
}: ClosableProps & { readonly ids: readonly string[] }) {
  return (
    <DeleteDialog
      count={ids.length}
      countError={null}
      note=""
      remove={() => deleteDeadLetters(ids)}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}

interface DeleteDialogProps extends ClosableProps {
  /** Undefined while the letters are counted. */
  readonly count: number | undefined;
  readonly countError: Error | null;
  readonly note: string;
  readonly remove: () => Promise<DeleteResult>;
}

function DeleteDialog({ count, countError, note, remove, onDeleted, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess: (result) => {
      onClose();
      onDeleted(result);
    },
  });
  const problem = countError ?? error;
  return (
    <Dialog title={t('deadLetters.all.deleteTitle')} onClose={onClose}>
      <Stack gap="md">
        {count === undefined && countError === null && (
          <Loader size="sm" aria-label={t('deadLetters.all.counting')} />
        )}
        {count !== undefined && (
          <Text size="sm">
            {count === 0 ? t('deadLetters.all.none') : t('deadLetters.all.deleteText', { count })}
          </Text>
        )}
        {note !== '' && <Text size="sm">{note}</Text>}
        {problem !== null && <ErrorNote error={problem} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            color="red"
            loading={isPending}
            disabled={count === undefined || count === 0}
            onClick={() => mutate()}
          >
            {t('deadLetters.all.delete', { count: count ?? 0 })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
