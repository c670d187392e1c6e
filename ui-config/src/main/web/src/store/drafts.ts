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

export interface StoredDraft {
  readonly key: string;
  readonly draft: Draft;
}

/** Users who signed out while this page was open: what their editors still hold is not kept. */
const signedOut = new Set<string>();

function prefixOf(user: string): string {
  return `millrace.draft ${user} `;
}

function draftsOf(user: string, chainId?: string): string[] {
  const prefix = prefixOf(user) + (chainId === undefined ? '' : `${chainId} `);
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
}

/**
 * The key of a draft in the browser's storage.
 *
 * @param user id of the user
 * @param visit id of the visit of the chain, so that a draft never replaces one of an earlier visit or of another tab
 */
export function draftKey(user: string, chainId: string, version: number, visit: string): string {
  return `${prefixOf(user)}${chainId} ${version} ${visit}`;
}

/** Keeps a draft. Returns false if the browser has no room for it, or the user has signed out. */
export function keepDraft(key: string, draft: Draft): boolean {
  if ([...signedOut].some((user) => key.startsWith(prefixOf(user)))) {
    return false;
  }
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(key);
}

/** True if this browser keeps changes of the user that were not saved. */
export function hasDrafts(user: string): boolean {
  return draftsOf(user).length > 0;
}

/** Removes all drafts of a user who signs out, and keeps no more until the user signs in again. */
export function closeDrafts(user: string): void {
  signedOut.add(user);
  draftsOf(user).forEach(dropDraft);
}

/** Keeps drafts of a user who has signed in. */
export function openDrafts(user: string): void {
  signedOut.delete(user);
}

/** The latest draft of a user for a rule chain, of whichever version. */
export function findDraft(user: string, chainId: string): StoredDraft | undefined {
  return draftsOf(user, chainId)
    .flatMap((key) => {
      const draft = readDraft(key);
      return draft === undefined ? [] : [{ key, draft }];
    })
    .sort((a, b) => b.draft.at - a.draft.at)[0];
}

function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    return draft === null || !Array.isArray(draft.changed.nodes) ? undefined : draft;
  } catch {
    return undefined;
  }
}
