// SPDX-License-Identifier: Apache-2.0
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteAttributes } from '../../api/telemetry';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import type { AttributeScope } from '../../model/push';

/** More keys than this are counted, not named. */
const MAX_NAMED = 10;

interface DeleteAttributesDialogProps {
  readonly deviceId: string;
  readonly scope: AttributeScope;
  readonly keys: readonly string[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes attributes after a confirmation. */
export function DeleteAttributesDialog(props: DeleteAttributesDialogProps) {
  const { deviceId, scope, keys, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteAttributes(deviceId, scope, keys),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['attributes', deviceId] });
      onDeleted();
      onClose();
    },
  });
  const more = keys.length - MAX_NAMED;
  return (
    <Dialog
      title={t('device.attributes.deleteTitle', { count: keys.length })}
      onClose={onClose}
      size="sm"
    >
      <Stack gap="sm">
        <List size="sm">
          {keys.slice(0, MAX_NAMED).map((key) => (
            <List.Item key={key}>{key}</List.Item>
          ))}
          {more > 0 && <List.Item>{t('devices.more', { count: more })}</List.Item>}
        </List>
        <Text size="sm">{t('device.attributes.deleteText')}</Text>
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            {t('common.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
