// SPDX-License-Identifier: Apache-2.0
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createTestStore } from '../../../store/testStore';
import { useEditing } from '../chainContext';
import { isElsewhere } from '../useKeys';
import { createTestCommands } from './testCommands';
import { TestContext } from './testContext';

/** Keeps the test of the chain while the chain is open, and the key that shows it. */
export function TestProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { store: chainStore, commands: editing } = useEditing();
  const queries = useQueryClient();
  const [store] = useState(() => createTestStore(chainStore.getState().chainId));
  const testing = useMemo(
    () => ({ store, commands: createTestCommands(chainStore, store, editing, queries, t) }),
    [chainStore, store, editing, queries, t],
  );

  useEffect(
    () =>
      chainStore.subscribe(({ history }, former) => {
        if (history.present !== former.history.present) {
          store.getState().notice(history.present);
        }
      }),
    [chainStore, store],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (
        plain &&
        event.key.toLowerCase() === 'r' &&
        !isElsewhere(event.target) &&
        chainStore.getState().dialog === undefined
      ) {
        event.preventDefault();
        store.getState().toggle();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [chainStore, store]);

  return <TestContext value={testing}>{children}</TestContext>;
}
