// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { restoreVersion } from '../../api/ruleChains';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';

interface RestoreDialogProps {
  readonly chainId: string;
  readonly number: number;
  readonly onRestored: () => void;
  readonly onClose: () => void;
}

/** Restores a version with a comment. */
export function RestoreDialog({ chainId, number, onRestored, onClose }: RestoreDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [comment, setComment] = useState(() => t('versions.restoreComment', { number }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => restoreVersion(chainId, number, comment.trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['ruleChain', chainId] });
      onRestored();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog title={t('versions.restoreTitle', { number })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t('versions.restoreText', { number })}</Text>
          <TextInput
            label={t('common.comment')}
            description={t('common.commentHelp')}
            value={comment}
            maxLength={1_000}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setComment(value)}
          />
          {error !== null && <ErrorNote error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('versions.restoreConfirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
