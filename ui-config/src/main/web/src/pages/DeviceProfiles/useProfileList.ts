// SPDX-License-Identifier: Apache-2.0
import { useSearchParams } from 'react-router';
import { SORT_PROPERTIES } from '../../api/deviceProfiles';
import { useListAddress } from '../../components/useListAddress';

const EDITED = 'edit';

/** What the list of device profiles shows, as its address says. */
export function useProfileList() {
  const [params, setParams] = useSearchParams();
  return {
    ...useListAddress(SORT_PROPERTIES, [EDITED]),
    /** The id of the profile whose dialog is open; null if none is. */
    edited: params.get(EDITED),
    edit: (id: string | null) => {
      const next = new URLSearchParams(params);
      next.delete(EDITED);
      if (id !== null) {
        next.set(EDITED, id);
      }
      setParams(next);
    },
  };
}
