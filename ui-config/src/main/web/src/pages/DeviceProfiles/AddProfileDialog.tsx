// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { NEW_PROFILE, problemsOf, requestOf } from '../../model/deviceProfileForm';
import { ProfileFields } from './ProfileFields';
import { useProfileSaving } from './useProfileSaving';

interface AddProfileDialogProps {
  readonly onClose: () => void;
  /** Shows the profile whose key or secret the server has generated. */
  readonly onGenerated: (id: string) => void;
}

/** Adds a device profile. */
export function AddProfileDialog({ onClose, onGenerated }: AddProfileDialogProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(NEW_PROFILE);
  const [tried, setTried] = useState(false);
  const { saving, refusal, error } = useProfileSaving((saved) => {
    onClose();
    const isGiven = draft.key.trim() !== '' && draft.secret.trim() !== '';
    if (saved.provisionDeviceKey !== null && !isGiven) {
      onGenerated(saved.id.id);
    }
  });
  const problems = problemsOf(draft);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) {
      saving.mutate(requestOf(draft));
    }
  };
  return (
    <Dialog title={t('deviceProfiles.addTitle')} onClose={onClose} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <ProfileFields
            draft={draft}
            onChange={setDraft}
            problems={tried ? problems : {}}
            refusal={refusal}
            alarmRules={0}
          />
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
