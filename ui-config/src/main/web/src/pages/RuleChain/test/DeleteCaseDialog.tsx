// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteTestCase, type TestCase } from '../../../api/chainTests';
import { Dialog } from '../../../components/Dialog';
import { ErrorNote } from '../../../components/ErrorNote';
import { testCasesKey } from './testCommands';
import { useTesting } from './testContext';

interface DeleteCaseDialogProps {
  readonly chainId: string;
  readonly testCase: TestCase;
  readonly onClose: () => void;
}

export function DeleteCaseDialog({ chainId, testCase, onClose }: DeleteCaseDialogProps) {
  const { t } = useTranslation();
  const { store } = useTesting();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteTestCase(chainId, testCase.id),
    onSuccess: () => {
      if (store.getState().openCase?.id === testCase.id) {
        store.getState().edit(undefined);
      }
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: testCasesKey(chainId) }),
  });
  return (
    <Dialog title={t('chainTest.deleteTitle', { name: testCase.name })} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t('chainTest.deleteText')}</Text>
        {remove.error !== null && <ErrorNote error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('common.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
