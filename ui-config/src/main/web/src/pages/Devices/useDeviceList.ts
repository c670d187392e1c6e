// SPDX-License-Identifier: Apache-2.0
import { useSearchParams } from 'react-router';
import { SORT_PROPERTIES } from '../../api/devices';
import { useListAddress } from '../../components/useListAddress';

const PROFILE = 'profile';

/** What the list of devices shows, as its address says. */
export function useDeviceList() {
  const [params, setParams] = useSearchParams();
  return {
    ...useListAddress(SORT_PROPERTIES, [PROFILE]),
    /** The id of a device profile; null for all. */
    profile: params.get(PROFILE),
    showProfile: (id: string | null) => {
      const next = new URLSearchParams(params);
      next.delete('page');
      next.delete(PROFILE);
      if (id !== null) {
        next.set(PROFILE, id);
      }
      setParams(next);
    },
  };
}
