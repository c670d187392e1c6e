// SPDX-License-Identifier: Apache-2.0
import { List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteAttributes } from '../../api/telemetry';
import { DeleteDialog } from '../../components/DeleteDialog';
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

export function DeleteAttributesDialog(props: DeleteAttributesDialogProps) {
  const { deviceId, scope, keys, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const more = keys.length - MAX_NAMED;
  return (
    <DeleteDialog
      title={t('device.attributes.deleteTitle', { count: keys.length })}
      size="sm"
      remove={() => deleteAttributes(deviceId, scope, keys)}
      onDeleted={async () => {
        await queries.invalidateQueries({ queryKey: ['attributes', deviceId] });
        onDeleted();
      }}
      onClose={onClose}
    >
      <List size="sm">
        {keys.slice(0, MAX_NAMED).map((key) => (
          <List.Item key={key}>{key}</List.Item>
        ))}
        {more > 0 && <List.Item>{t('devices.more', { count: more })}</List.Item>}
      </List>
      <Text size="sm">{t('device.attributes.deleteText')}</Text>
    </DeleteDialog>
  );
}
