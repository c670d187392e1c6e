// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteDevice } from '../../api/devices';
import type { Device } from '../../api/types';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';

interface DeleteDeviceDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

/** Deletes a device after its name has been typed. */
export function DeleteDeviceDialog({ device, onClose }: DeleteDeviceDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteDevice(device.id.id),
    onSuccess: async () => {
      await navigate('/devices');
      queries.removeQueries({ queryKey: ['device', device.id.id] });
      await queries.invalidateQueries({ queryKey: ['devices'] });
    },
  });
  const matches = typed.trim() === device.name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (matches) {
      mutate();
    }
  };
  return (
    <Dialog title={t('device.delete.title', { name: device.name })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t('device.delete.text')}</Text>
          <TextInput
            label={t('device.delete.type')}
            description={device.name}
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
              {t('device.delete.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
