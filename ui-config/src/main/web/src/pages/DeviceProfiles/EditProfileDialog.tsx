// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readDeviceProfile, type DeviceProfile } from '../../api/deviceProfiles';
import { ConflictNote } from '../../components/ConflictNote';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { ProfileFields } from './ProfileFields';
import { useProfileForm } from './useProfileForm';

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
    <Dialog title={t('deviceProfiles.editTitle')} onClose={onClose} size="xl" staysOpen>
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
  const { saving, error, begin, form, fields } = useProfileForm(profile, (saved, draft, goOn) => {
    const isGenerated =
      saved.provisionDeviceKey !== null && (draft.key.trim() === '' || draft.secret.trim() === '');
    if (isGenerated) {
      goOn(saved);
    } else {
      onClose();
    }
  });
  const reloading = useMutation({
    mutationFn: () => readDeviceProfile(profile.id.id),
    onSuccess: begin,
  });
  return (
    <form {...form}>
      <Stack gap="sm">
        <ProfileFields {...fields} />
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
