// SPDX-License-Identifier: Apache-2.0
import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hasTestBeforeSave, saveTestBeforeSave, type RuleChain } from '../../../api/ruleChains';
import { useEditing } from '../chainContext';

/** Whether the server runs the test cases before it saves the chain. The switch itself is saved at once. */
export function BeforeSaveSwitch({ chain }: { readonly chain: RuleChain }) {
  const { t } = useTranslation();
  const { store } = useEditing();
  const queries = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (on: boolean) => saveTestBeforeSave(chain, on),
    onSuccess: (saved) => {
      store.getState().acceptRename(saved.version);
      queries.setQueryData(['ruleChain', chain.id.id], saved);
      void queries.invalidateQueries({ queryKey: ['ruleChains'] });
    },
  });
  return (
    <Switch
      label={t('chainTest.beforeSave')}
      description={t('chainTest.beforeSaveHelp')}
      checked={isPending ? variables : hasTestBeforeSave(chain)}
      error={error?.message}
      onChange={({ currentTarget: { checked } }) => mutate(checked)}
    />
  );
}
