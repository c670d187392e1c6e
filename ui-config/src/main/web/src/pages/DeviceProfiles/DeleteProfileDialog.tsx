// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteDeviceProfile, type DeviceProfile } from '../../api/deviceProfiles';
import { DeleteDialog } from '../../components/DeleteDialog';

interface DeleteProfileDialogProps {
  readonly profile: DeviceProfile;
  readonly onClose: () => void;
}

export function DeleteProfileDialog({ profile, onClose }: DeleteProfileDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return (
    <DeleteDialog
      title={t('deviceProfiles.delete.title', { name: profile.name })}
      typed={{ name: profile.name, label: t('deviceProfiles.delete.type') }}
      confirm={t('deviceProfiles.delete.confirm')}
      remove={() => deleteDeviceProfile(profile.id.id)}
      onDeleted={async () => {
        await queries.invalidateQueries({ queryKey: ['entities', 'DEVICE_PROFILE'] });
        await queries.invalidateQueries({ queryKey: ['deviceProfiles'] });
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('deviceProfiles.delete.text')}</Text>
    </DeleteDialog>
  );
}
