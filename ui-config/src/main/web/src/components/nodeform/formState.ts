// SPDX-License-Identifier: Apache-2.0
import { createContext, use } from 'react';
import type { Finding } from '../../model/chain/finding';
import type { JsonObject } from '../../model/json';
import { pathKey, type Path } from '../../model/schema/types';

/** What the fields of a form share; the form library hands each of them only its own value. */
export interface FormState {
  readonly configuration: JsonObject;
  /** Findings of the server, by the key of the field's path. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
}

export const FormStateContext = createContext<FormState>({
  configuration: {},
  findings: new Map(),
});

export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

const NONE: readonly Problem[] = [];

/**
 * What is wrong with the field at a path. The server's findings replace the faults that the form found itself: both
 * would say the same in different words.
 */
export function useProblems(path: Path, faults: readonly string[] | undefined): readonly Problem[] {
  const findings = use(FormStateContext).findings.get(pathKey(path));
  if (findings !== undefined) {
    return findings;
  }
  return faults?.map((message) => ({ severity: 'error', message })) ?? NONE;
}

/** True if the server found something at the path or below it. */
export function hasFindings({ findings }: FormState, path: Path): boolean {
  const prefix = pathKey(path).slice(0, -1);
  return [...findings.keys()].some((key) => key === `${prefix}]` || key.startsWith(`${prefix},`));
}

/** The id of the help text of a field. */
export function helpId(id: string): string {
  return `${id}__help`;
}

/** The id of the list of problems of a field. */
export function problemsId(id: string): string {
  return `${id}__problems`;
}
