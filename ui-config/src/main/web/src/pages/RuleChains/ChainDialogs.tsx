// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ReactNode } from 'react';
import {
  createRuleChain,
  deleteRuleChain,
  makeRootRuleChain,
  type RuleChain,
} from '../../api/ruleChains';
import { PropertiesDialog } from '../../components/chain/PropertiesDialog';
import { useListChange } from '../../components/chain/useListChange';
import { UsedBy } from '../../components/chain/UsedBy';
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

export function DeleteDialog({ chain, onClose }: ChainDialogProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useListChange(() => deleteRuleChain(chain.id.id), {
    onClose,
  });
  return (
    <Dialog title={t('ruleChains.deleteTitle', { name: chain.name })} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('ruleChains.deleteText')}</Text>
        <Text size="sm">{t('usedBy.beforeDelete')}</Text>
        <UsedBy chainId={chain.id.id} onLeave={onClose} />
        {error !== null && <ErrorNote error={error} />}
        <Actions onClose={onClose}>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            {t('common.delete')}
          </Button>
        </Actions>
      </Stack>
    </Dialog>
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
        <Actions onClose={onClose}>
          <Button loading={isPending} onClick={() => mutate()}>
            {t('ruleChains.makeRoot')}
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  );
}

interface ActionsProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Actions({ onClose, children }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      {children}
    </Group>
  );
}
