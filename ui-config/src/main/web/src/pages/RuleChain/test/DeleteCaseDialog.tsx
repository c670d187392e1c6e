// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteTestCase, type TestCase } from '../../../api/chainTests';
import { DeleteDialog } from '../../../components/DeleteDialog';
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
  return (
    <DeleteDialog
      title={t('chainTest.deleteTitle', { name: testCase.name })}
      // A case that another user has deleted leaves the list, too.
      remove={() =>
        deleteTestCase(chainId, testCase.id).finally(() =>
          queries.invalidateQueries({ queryKey: testCasesKey(chainId) }),
        )
      }
      onDeleted={() => {
        if (store.getState().openCase?.id === testCase.id) {
          store.getState().edit(undefined);
        }
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('chainTest.deleteText')}</Text>
    </DeleteDialog>
  );
}
