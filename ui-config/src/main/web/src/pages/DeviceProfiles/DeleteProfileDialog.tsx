// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteDeviceProfile, type DeviceProfile } from '../../api/deviceProfiles';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';

interface DeleteProfileDialogProps {
  readonly profile: DeviceProfile;
  readonly onClose: () => void;
}

/** Deletes a device profile after its name has been typed. */
export function DeleteProfileDialog({ profile, onClose }: DeleteProfileDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteDeviceProfile(profile.id.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['entities', 'DEVICE_PROFILE'] });
      await queries.invalidateQueries({ queryKey: ['deviceProfiles'] });
      onClose();
    },
  });
  const matches = typed.trim() === profile.name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (matches) {
      mutate();
    }
  };
  return (
    <Dialog title={t('deviceProfiles.delete.title', { name: profile.name })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t('deviceProfiles.delete.text')}</Text>
          <TextInput
            label={t('deviceProfiles.delete.type')}
            description={profile.name}
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          {error !== null && <ErrorNote error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" disabled={!matches} loading={isPending}>
              {t('deviceProfiles.delete.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
