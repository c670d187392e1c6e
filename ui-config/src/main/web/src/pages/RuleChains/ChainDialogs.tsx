// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  createRuleChain,
  deleteRuleChain,
  makeRootRuleChain,
  saveRuleChain,
  type RuleChain,
} from '../../api/ruleChains';
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

export function RenameDialog({ chain, onClose }: ChainDialogProps) {
  const { t } = useTranslation();
  const { description } = chain.additionalInfo ?? {};
  return (
    <PropertiesDialog
      title={t('ruleChains.renameTitle')}
      confirm={t('ruleChains.save')}
      name={chain.name}
      description={typeof description === 'string' ? description : ''}
      save={(name, text) =>
        saveRuleChain({
          ...chain,
          name,
          additionalInfo: { ...chain.additionalInfo, description: text },
        })
      }
      onClose={onClose}
    />
  );
}

interface PropertiesDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly name: string;
  readonly description: string;
  readonly save: (name: string, description: string) => Promise<RuleChain>;
  readonly onSaved?: (chain: RuleChain) => void;
  readonly onClose: () => void;
}

function PropertiesDialog({
  title,
  confirm,
  name: oldName,
  description: oldDescription,
  save,
  onSaved,
  onClose,
}: PropertiesDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(oldName);
  const [description, setDescription] = useState(oldDescription);
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error } = useListChange(() => save(name.trim(), description.trim()), {
    onClose,
    ...(onSaved === undefined ? {} : { onSuccess: onSaved }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === '') {
      setMissing(true);
    } else {
      mutate();
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t('common.name')}
            required
            value={name}
            maxLength={255}
            data-autofocus
            error={missing && name.trim() === '' ? t('ruleChains.nameRequired') : undefined}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Textarea
            label={t('common.description')}
            autosize
            minRows={2}
            maxRows={8}
            value={description}
            onChange={({ currentTarget: { value } }) => setDescription(value)}
          />
          {error !== null && <ErrorNote error={error} />}
          <Actions onClose={onClose}>
            <Button type="submit" loading={isPending}>
              {confirm}
            </Button>
          </Actions>
        </Stack>
      </form>
    </Dialog>
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

interface ListChangeOptions<T> {
  readonly onClose: () => void;
  readonly onSuccess?: (result: T) => void;
}

/** A change after which the list is read again and the dialog closes. */
function useListChange<T>(change: () => Promise<T>, { onClose, onSuccess }: ListChangeOptions<T>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['ruleChains'] }),
        queries.invalidateQueries({ queryKey: ['ruleChain'] }),
      ]);
      onClose();
      onSuccess?.(result);
    },
  });
}
