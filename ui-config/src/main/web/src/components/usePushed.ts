// SPDX-License-Identifier: Apache-2.0
import { useCallback, useSyncExternalStore } from 'react';
import { push, type PushedValues, type PushState } from '../api/push';
import type { Topic } from '../model/push';

/** How often values are asked for while the server cannot push them. */
export const POLL_MS = 30_000;

/** The pushed values of a topic. The topic must be the same object from one rendering to the next. */
export function usePushed(topic: Topic): PushedValues {
  const subscribe = useCallback((changed: () => void) => push.subscribe(topic, changed), [topic]);
  return useSyncExternalStore(subscribe, () => push.valuesOf(topic));
}

const onStateChange = (changed: () => void) => push.onStateChange(changed);

export function usePushState(): PushState {
  return useSyncExternalStore(onStateChange, () => push.currentState());
}
