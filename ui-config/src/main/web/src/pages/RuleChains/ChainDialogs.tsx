// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  createRuleChain,
  deleteRuleChain,
  makeRootRuleChain,
  type RuleChain,
} from '../../api/ruleChains';
import { PropertiesDialog } from '../../components/chain/PropertiesDialog';
import { useListChange, useListRefresh } from '../../components/chain/useListChange';
import { UsedBy } from '../../components/chain/UsedBy';
import { DeleteDialog } from '../../components/DeleteDialog';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';

interface ChainDialogProps {
  readonly chain: RuleChain;
  readonly onClose: () => void;
}

export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PropertiesDialog
      title={t('ruleChains.createTitle')}
      confirm={t('ruleChains.create')}
      name=""
      description=""
      save={createRuleChain}
      onSaved={({ id }) => void navigate(`/rule-chains/${id.id}`)}
      onClose={onClose}
    />
  );
}

export function DeleteChainDialog({ chain, onClose }: ChainDialogProps) {
  const { t } = useTranslation();
  return (
    <DeleteDialog
      title={t('ruleChains.deleteTitle', { name: chain.name })}
      remove={() => deleteRuleChain(chain.id.id)}
      onDeleted={useListRefresh()}
      onClose={onClose}
    >
      <Text size="sm">{t('ruleChains.deleteText')}</Text>
      <Text size="sm">{t('usedBy.beforeDelete')}</Text>
      <UsedBy chainId={chain.id.id} onLeave={onClose} />
    </DeleteDialog>
  );
}

export function MakeRootDialog({ chain, onClose }: ChainDialogProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useListChange(() => makeRootRuleChain(chain.id.id), {
    onClose,
  });
  return (
    <Dialog title={t('ruleChains.makeRootTitle', { name: chain.name })} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('ruleChains.makeRootText')}</Text>
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            {t('ruleChains.makeRoot')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
