// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteDevice } from '../../api/devices';
import type { Device } from '../../api/types';
import { DeleteDialog } from '../../components/DeleteDialog';
import { deletionOf } from './deletion';

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
      mutationKey={deletionOf(device.id.id)}
      remove={() => deleteDevice(device.id.id)}
      onDeleted={async () => {
        // A list that was read before would show the device once more, and ask for its state.
        queries.removeQueries({ queryKey: ['devices'] });
        await navigate('/devices');
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('device.delete.text')}</Text>
    </DeleteDialog>
  );
}
