// SPDX-License-Identifier: Apache-2.0
import { SORT_PROPERTIES } from '../../api/devices';
import { useAddress } from '../../components/useAddress';
import { useListAddress } from '../../components/useListAddress';
import { nameParam } from '../../model/address';

const PROFILE = 'profile';

/** What the list of devices shows, as its address says. */
export function useDeviceList() {
  const [params, changeAddress] = useAddress();
  return {
    ...useListAddress(SORT_PROPERTIES, [PROFILE]),
    /** The id of a device profile; null for all. */
    profile: params.get(PROFILE),
    showProfile: (id: string | null) =>
      changeAddress((present) => nameParam(nameParam(present, 'page', null), PROFILE, id)),
  };
}
