// SPDX-License-Identifier: Apache-2.0
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/http';
import { countRuleChainsNamed, importRuleChains, type ImportedChain } from '../../api/ruleChains';
import { readImport } from '../../model/chain/exportFile';
import type { Report } from '../../model/chain/findings';
import type { JsonObject } from '../../model/json';

/** A file that was dropped or chosen, and what became of it. */
export interface FileImport {
  readonly id: number;
  readonly fileName: string;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly kind: 'running' }
  | {
      readonly kind: 'imported';
      readonly chains: readonly ImportedChain[];
      /** The names of imported rule chains that other rule chains have too. */
      readonly takenNames: readonly string[];
    }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly report: Report;
      /** Undefined if the file is no file of rule chains. */
      readonly content: JsonObject | undefined;
    };

export interface Imports {
  readonly files: readonly FileImport[];
  /** Imports files one after the other. */
  readonly add: (files: Iterable<File>) => void;
  /** Imports a refused file again, with its unknown nodes as placeholders. */
  readonly keepUnknown: (file: FileImport) => void;
  readonly clear: () => void;
}

/** The imports of one visit to the list of rule chains. */
export function useImports(): Imports {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [files, setFiles] = useState<readonly FileImport[]>([]);
  const nextId = useRef(0);

  const settle = useCallback(
    (id: number, outcome: Outcome) =>
      setFiles((all) => all.map((file) => (file.id === id ? { ...file, outcome } : file))),
    [],
  );

  const send = useCallback(
    async (id: number, content: JsonObject, keepUnknown: boolean) => {
      try {
        const chains = await importRuleChains(content, keepUnknown);
        settle(id, { kind: 'imported', chains, takenNames: await takenNamesOf(chains) });
        await queries.invalidateQueries({ queryKey: ['ruleChains'] });
      } catch (e) {
        const report = e instanceof ApiError ? ((e.details ?? {}) as Report) : {};
        const message = e instanceof Error ? e.message : String(e);
        settle(id, { kind: 'refused', message, report, content });
      }
    },
    [settle, queries],
  );

  const read = useCallback(
    async (id: number, file: File) => {
      const content = readImport(await file.text());
      if (typeof content === 'string') {
        const key = content === 'notJson' ? 'importNotJson' : 'importNotRuleChains';
        const message = t(`ruleChains.${key}`, { file: file.name });
        settle(id, { kind: 'refused', message, report: {}, content: undefined });
      } else {
        await send(id, content, false);
      }
    },
    [send, settle, t],
  );

  const add = useCallback(
    (added: Iterable<File>) => {
      const started = [...added].map((file) => ({ id: nextId.current++, file }));
      setFiles((all) => [
        ...all,
        ...started.map(({ id, file }): FileImport => ({
          id,
          fileName: file.name,
          outcome: { kind: 'running' },
        })),
      ]);
      void started.reduce(
        (before, { id, file }) => before.then(() => read(id, file)),
        Promise.resolve(),
      );
    },
    [read],
  );

  const keepUnknown = useCallback(
    ({ id, outcome }: FileImport) => {
      if (outcome.kind === 'refused' && outcome.content !== undefined) {
        settle(id, { kind: 'running' });
        void send(id, outcome.content, true);
      }
    },
    [settle, send],
  );

  return { files, add, keepUnknown, clear: useCallback(() => setFiles([]), []) };
}

/** A look-up that fails is no reason to doubt the import. */
async function takenNamesOf(chains: readonly ImportedChain[]): Promise<readonly string[]> {
  const names = [...new Set(chains.map(({ name }) => name))];
  const taken = await Promise.all(
    names.map(async (name) => {
      try {
        return (await countRuleChainsNamed(name)) > 1;
      } catch {
        return false;
      }
    }),
  );
  return names.filter((_, index) => taken[index]);
}
