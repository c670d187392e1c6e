// SPDX-License-Identifier: Apache-2.0
import type { Watch } from '../api/watches';

/** The watch of an entity that has not ended at `now`; undefined if it is not watched. */
export function watchOf(watches: readonly Watch[], id: string, now: number): Watch | undefined {
  return watches.find(({ entityId, until }) => entityId.id === id && until > now);
}

/** The time until the end of a watch in minutes and seconds: `14:32`. */
export function timeLeft({ until }: Pick<Watch, 'until'>, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
