// SPDX-License-Identifier: Apache-2.0
import type { ChainDocument } from './document';

const MAX_STEPS = 200;
const MERGE_MS = 1_000;

/** The steps of an edit, of which each is a document. Documents share what a step left unchanged. */
export interface History {
  readonly past: readonly ChainDocument[];
  readonly present: ChainDocument;
  readonly future: readonly ChainDocument[];
  /** Which steps the last one merges with; undefined for none. */
  readonly merging: Merging | undefined;
}

interface Merging {
  readonly key: string;
  readonly at: number;
}

export function historyOf(document: ChainDocument): History {
  return { past: [], present: document, future: [], merging: undefined };
}

/**
 * Adds a step.
 *
 * @param key steps with the same key that follow each other within a second are one, such as the moves of a key that is
 *     held down or the letters that are typed in a field
 * @param at time of the step in milliseconds
 */
export function step(
  history: History,
  document: ChainDocument,
  key: string | undefined,
  at: number,
): History {
  const { past, present, merging } = history;
  if (document === present) {
    return history;
  }
  const next = key === undefined ? undefined : { key, at };
  const merges = merging !== undefined && merging.key === key && at - merging.at < MERGE_MS;
  return {
    past: merges ? past : [...past, present].slice(-MAX_STEPS),
    present: document,
    future: [],
    merging: next,
  };
}

export function undo(history: History): History {
  const { past, present, future } = history;
  const previous = past.at(-1);
  return previous === undefined
    ? history
    : {
        past: past.slice(0, -1),
        present: previous,
        future: [present, ...future],
        merging: undefined,
      };
}

export function redo(history: History): History {
  const { past, present, future } = history;
  const [next, ...later] = future;
  return next === undefined
    ? history
    : { past: [...past, present], present: next, future: later, merging: undefined };
}

/** Replaces the present without a step, such as by what the server made of it. */
export function amend(history: History, document: ChainDocument): History {
  return { ...history, present: document, merging: undefined };
}
