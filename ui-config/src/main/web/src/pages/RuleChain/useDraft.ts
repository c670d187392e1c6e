// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';
import { isDirty } from '../../store/chainStore';
import { useChain, useEditing } from './chainContext';

const PAUSE_MS = 800;

/** Keeps unsaved changes as a draft in this browser: after each pause in editing, and before the page goes away. */
export function useDraft(): void {
  const { store } = useEditing();
  const document = useChain(({ history }) => history.present);
  const dirty = useChain(isDirty);

  useEffect(() => {
    const timer = setTimeout(() => store.getState().keepDraft(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [store, document, dirty]);

  useEffect(() => {
    const keep = () => store.getState().keepDraft();
    window.addEventListener('pagehide', keep);
    window.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [store]);
}
