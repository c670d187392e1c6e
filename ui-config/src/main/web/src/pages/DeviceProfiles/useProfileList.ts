// SPDX-License-Identifier: Apache-2.0
import { SORT_PROPERTIES } from '../../api/deviceProfiles';
import { useAddress } from '../../components/useAddress';
import { useListAddress } from '../../components/useListAddress';
import { nameParam } from '../../model/address';

const EDITED = 'edit';

/** What the list of device profiles shows, as its address says. */
export function useProfileList() {
  const [params, changeAddress] = useAddress();
  return {
    ...useListAddress(SORT_PROPERTIES, [EDITED]),
    /** The id of the profile whose dialog is open; null if none is. */
    edited: params.get(EDITED),
    edit: (id: string | null) => changeAddress((present) => nameParam(present, EDITED, id)),
  };
}
