// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, TextInput, type ModalProps } from '@mantine/core';
import { useMutation, type MutationKey } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog';
import { ErrorNote } from './ErrorNote';

interface DeleteDialogProps<T> {
  readonly title: string;
  readonly size?: ModalProps['size'];
  /** The text of the button that deletes; "Delete" if there is none. */
  readonly confirm?: string;
  /** A name that must be typed first, with the label of its field. */
  readonly typed?: { readonly name: string; readonly label: string };
  /** Whether there is nothing to delete, or it is not known yet. */
  readonly disabled?: boolean;
  /** Tells others that the deletion is under way, until `onDeleted` has ended. */
  readonly mutationKey?: MutationKey;
  readonly remove: () => Promise<T>;
  /** Runs after the deletion; then the dialog closes. */
  readonly onDeleted?: (result: T) => unknown;
  readonly onClose: () => void;
  /** Shows why the deletion failed. */
  readonly fault?: (error: Error) => ReactNode;
  /** What is deleted, and what that means. */
  readonly children: ReactNode;
}

/** Deletes after a confirmation, or after a name has been typed. */
export function DeleteDialog<T>({
  title,
  size = 'md',
  confirm,
  typed,
  disabled = false,
  mutationKey = [],
  remove,
  onDeleted,
  onClose,
  fault = (error) => <ErrorNote error={error} />,
  children,
}: DeleteDialogProps<T>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: remove,
    onSuccess: async (result) => {
      await onDeleted?.(result);
      onClose();
    },
  });
  const isConfirmed = !disabled && (typed === undefined || text.trim() === typed.name.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isConfirmed) {
      mutate();
    }
  };
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          {typed !== undefined && (
            <TextInput
              label={typed.label}
              description={typed.name}
              autoComplete="off"
              data-autofocus
              value={text}
              onChange={({ currentTarget: { value } }) => setText(value)}
            />
          )}
          {error !== null && fault(error)}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" disabled={!isConfirmed} loading={isPending}>
              {confirm ?? t('common.delete')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
