// SPDX-License-Identifier: Apache-2.0
import type { DeleteResult, ResendResult } from '../../api/deadLetters';

/** What happened to letters, for the list to say. */
export type Notice =
  | { readonly kind: 'resent'; readonly result: ResendResult; readonly repaired?: boolean }
  | { readonly kind: 'deleted'; readonly result: DeleteResult };

/** The state of a navigation to the list that brings a notice. */
export interface NoticeState {
  readonly notice: Notice;
}

/** The notice in the state of a navigation; undefined if it brings none. */
export function noticeIn(state: unknown): Notice | undefined {
  return typeof state === 'object' && state !== null && 'notice' in state
    ? (state as NoticeState).notice
    : undefined;
}

/** The state of a navigation from the list to a letter: the query of the list, to come back to it. */
export interface ListState {
  readonly list: string;
}

export function listIn(state: unknown): string {
  return typeof state === 'object' && state !== null && 'list' in state
    ? (state as ListState).list
    : '';
}
