// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readDevice, saveDevice } from '../../api/devices';
import type { Device } from '../../api/types';
import { ConflictNote } from '../../components/ConflictNote';
import { DeviceFields } from '../../components/device/DeviceFields';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { draftOf, requestOf } from '../../model/deviceForm';

interface EditDeviceDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

/** Changes the properties of a device. */
export function EditDeviceDialog({ device, onClose }: EditDeviceDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  // The page may read a newer version meanwhile: a change counts for the version that the user has seen.
  const [base, setBase] = useState(device);
  const [draft, setDraft] = useState(() => draftOf(device));
  const [tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => saveDevice(requestOf(draft, base)),
    onSuccess: async (saved) => {
      queries.setQueryData(['device', saved.id.id], saved);
      await queries.invalidateQueries({ queryKey: ['devices'] });
      onClose();
    },
  });
  const reloading = useMutation({
    mutationFn: () => readDevice(base.id.id),
    onSuccess: (fresh) => {
      queries.setQueryData(['device', fresh.id.id], fresh);
      setBase(fresh);
      setDraft(draftOf(fresh));
      saving.reset();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (draft.name.trim() !== '') {
      saving.mutate();
    }
  };
  return (
    <Dialog title={t('device.editTitle')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <DeviceFields draft={draft} onChange={setDraft} showsProblems={tried} isNew={false} />
          <ConflictNote
            error={saving.error}
            text={t('device.conflict.device')}
            loading={reloading.isPending}
            onReload={() => reloading.mutate()}
          />
          {reloading.error !== null && <ErrorNote error={reloading.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t('device.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
