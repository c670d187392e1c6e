// SPDX-License-Identifier: Apache-2.0
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveDeviceProfile, type DeviceProfileRequest } from '../../api/deviceProfiles';
import { ApiError } from '../../api/http';
import { refusalIn } from '../../model/deviceProfileForm';

/** Saves a device profile, and says which field the server refuses. */
export function useProfileSaving() {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (request: DeviceProfileRequest) => saveDeviceProfile(request),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['deviceProfiles'] });
      await queries.invalidateQueries({ queryKey: ['entities', 'DEVICE_PROFILE'] });
      // The devices of the profile have its name as their type.
      await queries.invalidateQueries({ queryKey: ['devices'] });
    },
  });
  const { error } = saving;
  const refusal =
    error instanceof ApiError && error.status === 400 ? refusalIn(error.message) : undefined;
  return { saving, refusal, error: refusal === undefined ? error : null };
}
