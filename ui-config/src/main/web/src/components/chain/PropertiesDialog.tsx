// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { saveProperties, type RuleChain } from '../../api/ruleChains';
import { Dialog } from '../Dialog';
import { ErrorNote } from '../ErrorNote';
import { useListChange } from './useListChange';

interface RenameDialogProps {
  readonly chain: RuleChain;
  readonly onSaved?: (chain: RuleChain) => void;
  readonly onClose: () => void;
}

/** Changes the name and the description of a rule chain; nothing else of it. */
export function RenameDialog({ chain, onSaved, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const { description } = chain.additionalInfo ?? {};
  return (
    <PropertiesDialog
      title={t('ruleChains.renameTitle')}
      confirm={t('ruleChains.save')}
      name={chain.name}
      description={typeof description === 'string' ? description : ''}
      save={(name, text) => saveProperties(chain, name, text)}
      {...(onSaved === undefined ? {} : { onSaved })}
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

/** Asks for the name and the description of a rule chain. */
export function PropertiesDialog({
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
