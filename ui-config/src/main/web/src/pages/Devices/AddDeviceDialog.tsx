// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { saveDevice } from '../../api/devices';
import { DeviceFields } from '../../components/device/DeviceFields';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { NEW_DEVICE, requestOf } from '../../model/deviceForm';

/** Adds a device and leads to its page, which tells how to connect it. */
export function AddDeviceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(NEW_DEVICE);
  const [token, setToken] = useState('');
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => saveDevice(requestOf(draft), token.trim()),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['devices'] });
      onClose();
      await navigate(`/devices/${id.id}`);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (draft.name.trim() !== '') {
      mutate();
    }
  };
  return (
    <Dialog title={t('devices.addTitle')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <DeviceFields draft={draft} onChange={setDraft} showsProblems={tried} isNew />
          <TextInput
            label={t('devices.accessToken')}
            description={t('devices.accessTokenHelp')}
            autoComplete="off"
            maxLength={255}
            value={token}
            onChange={({ currentTarget: { value } }) => setToken(value)}
          />
          {error !== null && <ErrorNote error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('devices.addConfirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
