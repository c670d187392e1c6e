// SPDX-License-Identifier: Apache-2.0
import { Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  deleteDeadLetters,
  deleteFilteredDeadLetters,
  type DeadLetterFilter,
  type DeleteResult,
} from '../../api/deadLetters';
import { DeleteDialog } from '../../components/DeleteDialog';
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
    <DeleteLettersDialog
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
    <DeleteLettersDialog
      count={ids.length}
      countError={null}
      note=""
      remove={() => deleteDeadLetters(ids)}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}

interface DeleteLettersDialogProps extends ClosableProps {
  /** Undefined while the letters are counted. */
  readonly count: number | undefined;
  readonly countError: Error | null;
  readonly note: string;
  readonly remove: () => Promise<DeleteResult>;
}

function DeleteLettersDialog({ count, countError, note, ...dialog }: DeleteLettersDialogProps) {
  const { t } = useTranslation();
  return (
    <DeleteDialog
      {...dialog}
      title={t('deadLetters.all.deleteTitle')}
      confirm={t('deadLetters.all.delete', { count: count ?? 0 })}
      disabled={count === undefined || count === 0}
    >
      {count === undefined && countError === null && (
        <Loader size="sm" aria-label={t('deadLetters.all.counting')} />
      )}
      {count !== undefined && (
        <Text size="sm">
          {count === 0 ? t('deadLetters.all.none') : t('deadLetters.all.deleteText', { count })}
        </Text>
      )}
      {note !== '' && <Text size="sm">{note}</Text>}
      {countError !== null && <ErrorNote error={countError} />}
    </DeleteDialog>
  );
}
