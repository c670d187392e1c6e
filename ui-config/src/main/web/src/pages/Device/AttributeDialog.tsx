// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readAttributeText, saveAttribute } from '../../api/telemetry';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import {
  asType,
  draftInAnswer,
  parseValue,
  VALUE_TYPES,
  type ValueDraft,
  type ValueType,
} from '../../model/attributeValue';
import type { AttributeScope } from '../../model/push';
import { AttributeValueField } from './AttributeValueField';

const MAX_KEY = 255;
const NEW_VALUE: ValueDraft = { type: 'text', text: '' };

interface AttributeDialogProps {
  readonly deviceId: string;
  readonly scope: AttributeScope;
  /** Undefined for a new attribute. */
  readonly editedKey: string | undefined;
  readonly onClose: () => void;
}

/** Adds an attribute, or changes the value of one. */
export function AttributeDialog(props: AttributeDialogProps) {
  const { deviceId, scope, editedKey, onClose } = props;
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['attribute', deviceId, scope, editedKey],
    queryFn: async ({ signal }) =>
      draftInAnswer(await readAttributeText(deviceId, scope, editedKey ?? '', signal)) ?? NEW_VALUE,
    enabled: editedKey !== undefined,
    // What is edited is the value of now, and it stays as it was while it is edited.
    gcTime: 0,
    staleTime: Infinity,
  });
  const initial = editedKey === undefined ? NEW_VALUE : data;
  const title =
    editedKey === undefined
      ? t('device.attributes.addTitle')
      : t('device.attributes.editTitle', { key: editedKey });
  return (
    <Dialog title={title} onClose={onClose}>
      {error !== null && <ErrorNote error={error} />}
      {initial === undefined ? (
        error === null && <Skeleton height={180} />
      ) : (
        <AttributeForm {...props} initial={initial} />
      )}
    </Dialog>
  );
}

interface AttributeFormProps extends AttributeDialogProps {
  readonly initial: ValueDraft;
}

function AttributeForm({ deviceId, scope, editedKey, onClose, initial }: AttributeFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [key, setKey] = useState(editedKey ?? '');
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState(false);
  const parsed = parseValue(draft);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (json: string) => saveAttribute(deviceId, scope, key, json),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['attributes', deviceId] });
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (key.trim() !== '' && 'json' in parsed) {
      mutate(parsed.json);
    }
  };
  const problem =
    tried && 'problem' in parsed ? t(`device.attributes.problem.${parsed.problem}`) : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {editedKey === undefined && (
          <TextInput
            label={t('device.key')}
            required
            data-autofocus
            autoComplete="off"
            maxLength={MAX_KEY}
            value={key}
            error={tried && key.trim() === '' ? t('device.attributes.keyRequired') : undefined}
            onChange={({ currentTarget: { value } }) => setKey(value)}
          />
        )}
        <Select
          label={t('device.attributes.type')}
          data={VALUE_TYPES.map((type) => ({
            value: type as string,
            label: t(`device.attributes.types.${type}`),
          }))}
          value={draft.type}
          allowDeselect={false}
          onChange={(type) => type !== null && setDraft(asType(draft, type as ValueType))}
        />
        <AttributeValueField draft={draft} onChange={setDraft} problem={problem} />
        {scope === 'SHARED_SCOPE' && (
          <Text size="xs" c="dimmed">
            {t('device.attributes.sharedHelp')}
          </Text>
        )}
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('device.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
