// SPDX-License-Identifier: Apache-2.0
import {
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemsOf, type RpcDraft, type RpcField } from '../../model/rpc';
import classes from './DevicePage.module.css';

interface RpcFormProps {
  readonly draft: RpcDraft;
  readonly onChange: (draft: RpcDraft) => void;
  readonly isSending: boolean;
  readonly onSend: (draft: RpcDraft) => void;
}

/** What is sent to the device. */
export function RpcForm({ draft, onChange, isSending, onSend }: RpcFormProps) {
  const { t } = useTranslation();
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft);
  const errorOf = (field: RpcField) => {
    const problem = tried ? problems[field] : undefined;
    return problem === undefined ? undefined : t(`rpc.problem.${problem}`);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) {
      onSend(draft);
    }
  };
  const number = (field: 'seconds' | 'minutes' | 'retries') => (
    <TextInput
      flex={1}
      label={t(`rpc.${field}`)}
      inputMode="numeric"
      autoComplete="off"
      value={draft[field]}
      error={errorOf(field)}
      onChange={({ currentTarget: { value } }) => onChange({ ...draft, [field]: value })}
    />
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('rpc.method')}
          required
          autoComplete="off"
          maxLength={255}
          value={draft.method}
          error={errorOf('method')}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, method: value })}
        />
        <Textarea
          label={t('rpc.params')}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
          value={draft.params}
          error={errorOf('params')}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, params: value })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('rpc.direction')}
          value={draft.oneWay ? 'oneWay' : 'twoWay'}
          data={[
            { value: 'twoWay', label: t('rpc.twoWay') },
            { value: 'oneWay', label: t('rpc.oneWay') },
          ]}
          onChange={(way) => onChange({ ...draft, oneWay: way === 'oneWay' })}
        />
        <Checkbox
          label={t('rpc.persistent')}
          description={t('rpc.persistentHelp')}
          checked={draft.persistent}
          onChange={({ currentTarget: { checked } }) => onChange({ ...draft, persistent: checked })}
        />
        <Group gap="sm" align="flex-start">
          {draft.persistent ? (
            <>
              {number('minutes')}
              {number('retries')}
            </>
          ) : (
            number('seconds')
          )}
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={isSending}>
            {t('rpc.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
