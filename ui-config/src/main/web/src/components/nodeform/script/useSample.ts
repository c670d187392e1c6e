// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { signInState } from '../../../api/session';
import { DEFAULT_SAMPLE, parseSample, type Sample } from '../../../model/script/sample';
import { sampleKey } from '../../../store/samples';
import type { NodeFormContext } from '../NodeForm';

/** The sample message of a node. The browser keeps it for the session of this user. */
export function useSample({ chainId, nodeName }: NodeFormContext) {
  const key = sampleKey(signInState().session?.userId ?? '', chainId, nodeName);
  const [held, setHeld] = useState(() => ({ key, sample: stored(key) }));
  const sample = held.key === key ? held.sample : stored(key);

  const change = (next: Sample) => {
    setHeld({ key, sample: next });
    try {
      sessionStorage.setItem(key, JSON.stringify(next));
    } catch {
      // No room: the sample lasts as long as the form.
    }
  };
  return [sample, change] as const;
}

function stored(key: string): Sample {
  return parseSample(sessionStorage.getItem(key)) ?? DEFAULT_SAMPLE;
}
