// SPDX-License-Identifier: Apache-2.0
import { useState, type SubmitEvent } from 'react';
import type { DeviceProfile } from '../../api/deviceProfiles';
import { useProblemFocus } from '../../components/useProblemFocus';
import {
  draftOf,
  NEW_PROFILE,
  problemsOf,
  requestOf,
  type DeviceProfileDraft,
} from '../../model/deviceProfileForm';
import { useProfileSaving } from './useProfileSaving';

/**
 * A form that adds a device profile or changes one.
 *
 * @param edited the profile as the user has seen it; undefined for a new one
 * @param onSaved is called with the saved profile, what the user had entered, and the function that goes on with the
 *     profile as it is now
 */
export function useProfileForm(
  edited: DeviceProfile | undefined,
  onSaved: (
    saved: DeviceProfile,
    draft: DeviceProfileDraft,
    begin: (fresh: DeviceProfile) => void,
  ) => void,
) {
  // A change counts for the version that the user has seen, not for one that is read meanwhile.
  const [base, setBase] = useState(edited);
  const [draft, setDraft] = useState(() => (base === undefined ? NEW_PROFILE : draftOf(base)));
  /** A new object for each attempt to save. */
  const [attempt, setAttempt] = useState<object>();
  const { saving, refusal, error } = useProfileSaving();
  const form = useProblemFocus(saving.error ?? attempt);
  const problems = problemsOf(draft, base);
  const begin = (fresh: DeviceProfile) => {
    setBase(fresh);
    setDraft(draftOf(fresh));
    setAttempt(undefined);
    saving.reset();
  };
  return {
    saving,
    error,
    begin,
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        setAttempt({});
        if (Object.keys(problems).length === 0) {
          saving.mutate(requestOf(draft, base), {
            onSuccess: (saved) => onSaved(saved, draft, begin),
          });
        }
      },
    },
    fields: {
      draft,
      problems: attempt === undefined ? {} : problems,
      refusal,
      onChange: (changed: DeviceProfileDraft) => {
        setDraft(changed);
        if (refusal !== undefined) {
          // It names a place in what was sent.
          saving.reset();
        }
      },
    },
  };
}
