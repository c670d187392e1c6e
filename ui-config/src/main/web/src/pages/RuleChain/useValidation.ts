// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';
import { validateMetadata } from '../../api/ruleChains';
import { findingsOf } from '../../model/chain/findings';
import { toMetadata } from '../../model/chain/metadata';
import { useChain, useEditing } from './chainContext';

const PAUSE_MS = 500;

/** Checks the chain on the server after each pause in editing. */
export function useValidation(): void {
  const { store } = useEditing();
  const document = useChain(({ history }) => history.present);
  useEffect(() => {
    const ending = new AbortController();
    const check = async () => {
      try {
        const report = await validateMetadata(toMetadata(document), ending.signal);
        store.getState().report(document, findingsOf(report, [...document.nodes.keys()]));
      } catch (e) {
        if (!ending.signal.aborted) {
          store.getState().reportFault(e instanceof Error ? e.message : String(e));
        }
      }
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [store, document]);
}
