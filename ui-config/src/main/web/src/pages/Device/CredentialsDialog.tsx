// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readCredentials, saveCredentials } from '../../api/devices';
import type { DeviceCredentials } from '../../api/types';
import { ConflictNote } from '../../components/ConflictNote';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { draftOf, problemOf, requestOf } from '../../model/credentials';
import { CredentialsFields } from './CredentialsFields';

interface CredentialsDialogProps {
  readonly deviceId: string;
  readonly onClose: () => void;
}

/** Shows the credentials of a device and changes them. */
export function CredentialsDialog({ deviceId, onClose }: CredentialsDialogProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['credentials', deviceId],
    queryFn: ({ signal }) => readCredentials(deviceId, signal),
  });
  return (
    <Dialog title={t('device.credentials.title')} onClose={onClose}>
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      {data === undefined ? (
        error === null && <Skeleton height={180} />
      ) : (
        <CredentialsForm credentials={data} deviceId={deviceId} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface CredentialsFormProps extends CredentialsDialogProps {
  readonly credentials: DeviceCredentials;
}

function CredentialsForm({ credentials, deviceId, onClose }: CredentialsFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  // A change counts for the version that the user has seen, not for one that is read meanwhile.
  const [base, setBase] = useState(credentials);
  const [draft, setDraft] = useState(() => draftOf(credentials));
  const [tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => saveCredentials(requestOf(draft, base)),
    onSuccess: async (saved) => {
      queries.setQueryData(['credentials', deviceId], saved);
      // The commands of the device have its token.
      await queries.invalidateQueries({ queryKey: ['connectivity', deviceId] });
      onClose();
    },
  });
  const reloading = useMutation({
    mutationFn: () => readCredentials(deviceId),
    onSuccess: (fresh) => {
      queries.setQueryData(['credentials', deviceId], fresh);
      setBase(fresh);
      setDraft(draftOf(fresh));
      saving.reset();
    },
  });
  const problem = problemOf(draft);
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === undefined) {
      saving.mutate();
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <CredentialsFields
          draft={draft}
          onChange={setDraft}
          problem={tried ? problem : undefined}
        />
        {changed && (
          <Alert color="yellow" variant="light" py="xs" role="status">
            {t('device.credentials.warning')}
          </Alert>
        )}
        <ConflictNote
          error={saving.error}
          text={t('device.conflict.credentials')}
          loading={reloading.isPending}
          onReload={() => reloading.mutate()}
        />
        {reloading.error !== null && <ErrorNote error={reloading.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!changed} loading={saving.isPending}>
            {t('device.credentials.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
