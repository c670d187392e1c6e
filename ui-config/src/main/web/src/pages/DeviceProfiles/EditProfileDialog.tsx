// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readDeviceProfile, type DeviceProfile } from '../../api/deviceProfiles';
import { ConflictNote } from '../../components/ConflictNote';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { alarmRulesOf, draftOf, problemsOf, requestOf } from '../../model/deviceProfileForm';
import { ProfileFields } from './ProfileFields';
import { useProfileSaving } from './useProfileSaving';

interface EditProfileDialogProps {
  readonly profileId: string;
  readonly onClose: () => void;
}

/** Shows a device profile and changes it. */
export function EditProfileDialog({ profileId, onClose }: EditProfileDialogProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['editedDeviceProfile', profileId],
    queryFn: ({ signal }) => readDeviceProfile(profileId, signal),
    // What is edited is the profile of now, and it stays as it was while it is edited.
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Dialog title={t('deviceProfiles.editTitle')} onClose={onClose} size="lg">
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      {data === undefined ? (
        error === null && <Skeleton height={320} />
      ) : (
        <ProfileForm profile={data} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ProfileFormProps {
  readonly profile: DeviceProfile;
  readonly onClose: () => void;
}

function ProfileForm({ profile, onClose }: ProfileFormProps) {
  const { t } = useTranslation();
  // A change counts for the version that the user has seen, not for one that is read meanwhile.
  const [base, setBase] = useState(profile);
  const [draft, setDraft] = useState(() => draftOf(profile));
  const [tried, setTried] = useState(false);
  const begin = (fresh: DeviceProfile) => {
    setBase(fresh);
    setDraft(draftOf(fresh));
  };
  const { saving, refusal, error } = useProfileSaving((saved) => {
    const isGenerated =
      saved.provisionDeviceKey !== null && (draft.key.trim() === '' || draft.secret.trim() === '');
    if (isGenerated) {
      begin(saved);
    } else {
      onClose();
    }
  });
  const reloading = useMutation({
    mutationFn: () => readDeviceProfile(base.id.id),
    onSuccess: (fresh) => {
      begin(fresh);
      saving.reset();
    },
  });
  const problems = problemsOf(draft);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) {
      saving.mutate(requestOf(draft, base));
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ProfileFields
          draft={draft}
          onChange={setDraft}
          problems={tried ? problems : {}}
          refusal={refusal}
          alarmRules={alarmRulesOf(base)}
        />
        <ConflictNote
          error={error}
          text={t('deviceProfiles.conflict')}
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
  );
}
