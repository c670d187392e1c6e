// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { ProfileFields } from './ProfileFields';
import { useProfileForm } from './useProfileForm';

interface AddProfileDialogProps {
  readonly onClose: () => void;
  /** Shows the profile whose key or secret the server has generated. */
  readonly onGenerated: (id: string) => void;
}

/** Adds a device profile. */
export function AddProfileDialog({ onClose, onGenerated }: AddProfileDialogProps) {
  const { t } = useTranslation();
  const { saving, error, form, fields } = useProfileForm(undefined, (saved, draft) => {
    onClose();
    const isGiven = draft.key.trim() !== '' && draft.secret.trim() !== '';
    if (saved.provisionDeviceKey !== null && !isGiven) {
      onGenerated(saved.id.id);
    }
  });
  return (
    <Dialog title={t('deviceProfiles.addTitle')} onClose={onClose} size="xl" staysOpen>
      <form {...form}>
        <Stack gap="sm">
          <ProfileFields {...fields} />
          {error !== null && <ErrorNote error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t('devices.addConfirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
