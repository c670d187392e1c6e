// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteDevice } from '../../api/devices';
import type { Device } from '../../api/types';
import { DeleteDialog } from '../../components/DeleteDialog';

interface DeleteDeviceDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

export function DeleteDeviceDialog({ device, onClose }: DeleteDeviceDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <DeleteDialog
      title={t('device.delete.title', { name: device.name })}
      typed={{ name: device.name, label: t('device.delete.type') }}
      confirm={t('device.delete.confirm')}
      remove={() => deleteDevice(device.id.id)}
      onDeleted={async () => {
        await navigate('/devices');
        queries.removeQueries({ queryKey: ['device', device.id.id] });
        await queries.invalidateQueries({ queryKey: ['devices'] });
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('device.delete.text')}</Text>
    </DeleteDialog>
  );
}
