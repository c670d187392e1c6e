// SPDX-License-Identifier: Apache-2.0
import type { RuleChainMetadata } from '../model/chain/metadata';

/** Changes of a rule chain that were not saved, kept in this browser. */
export interface Draft {
  /** The version of the chain that was changed. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The chain as it was loaded. */
  readonly base: RuleChainMetadata;
  readonly changed: RuleChainMetadata;
}

const PREFIX = 'millrace.draft';

function keyOf(user: string, chainId: string, version: number): string {
  return `${PREFIX} ${user} ${chainId} ${version}`;
}

/** Keeps a draft. Returns false if the browser has no room for it. */
export function keepDraft(user: string, chainId: string, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(user, chainId, draft.version), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(user: string, chainId: string, version: number): void {
  localStorage.removeItem(keyOf(user, chainId, version));
}

/** The latest draft of a user for a rule chain, of whichever version. */
export function findDraft(user: string, chainId: string): Draft | undefined {
  const prefix = `${PREFIX} ${user} ${chainId} `;
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = readDraft(key);
      return draft === undefined ? [] : [draft];
    })
    .sort((a, b) => b.at - a.at)[0];
}

function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    return draft === null || !Array.isArray(draft.changed.nodes) ? undefined : draft;
  } catch {
    return undefined;
  }
}
