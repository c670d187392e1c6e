// SPDX-License-Identifier: Apache-2.0

/** What the calls did with the letters of a run so far. */
export interface Tally {
  readonly resent: number;
  /** In the queue, not known to be safe yet. */
  readonly pending: number;
  /** Another call sends them. */
  readonly busy: number;
  /** There was no room for them in the queue; they stay. */
  readonly refused: number;
  /** Their messages cannot be decoded; they stay. */
  readonly unreadable: number;
}

export const EMPTY_TALLY: Tally = { resent: 0, pending: 0, busy: 0, refused: 0, unreadable: 0 };

export function handled({ resent, pending, busy, refused, unreadable }: Tally): number {
  return resent + pending + busy + refused + unreadable;
}

export function sum(a: Tally, b: Tally): Tally {
  return {
    resent: a.resent + b.resent,
    pending: a.pending + b.pending,
    busy: a.busy + b.busy,
    refused: a.refused + b.refused,
    unreadable: a.unreadable + b.unreadable,
  };
}

/** A letter, as far as a run needs it. */
export interface Letter {
  readonly id: string;
  readonly createdTime: number;
}

export interface LetterPage {
  readonly data: readonly Letter[];
  readonly hasNext: boolean;
}

export interface ResendRun {
  /** The letters that were made at this time or later, oldest first; of the run's filter only. */
  readonly list: (since: number | undefined, page: number) => Promise<LetterPage>;
  readonly resend: (ids: readonly string[]) => Promise<Tally>;
  readonly onProgress: (tally: Tally) => void;
  readonly isStopped: () => boolean;
}

export type RunEnd = 'done' | 'stopped' | 'noRoom';

/**
 * Sends all letters of a filter again, portion by portion, each letter once. A portion ends before the next one begins,
 * so that messages of one originator keep their order. For the same reason the run ends when the queue has no room for
 * a message: a later one must not overtake it.
 */
export async function resendAll({
  list,
  resend,
  onProgress,
  isStopped,
}: ResendRun): Promise<RunEnd> {
  let tally = EMPTY_TALLY;
  let since: number | undefined;
  let page = 0;
  // Letters that stay are listed again as long as the walk is at their time.
  let sent: ReadonlySet<string> = new Set();
  for (;;) {
    if (isStopped()) {
      return 'stopped';
    }
    const { data, hasNext } = await list(since, page);
    const portion = data.filter(({ id }) => !sent.has(id));
    const last = portion.at(-1);
    if (last === undefined) {
      if (!hasNext) {
        return 'done';
      }
      page++;
    } else {
      const result = await resend(portion.map(({ id }) => id));
      tally = sum(tally, result);
      onProgress(tally);
      if (result.refused > 0) {
        return 'noRoom';
      }
      const atLast = portion.filter(({ createdTime }) => createdTime === last.createdTime);
      const before = since === last.createdTime ? sent : [];
      sent = new Set([...before, ...atLast.map(({ id }) => id)]);
      since = last.createdTime;
      page = 0;
    }
  }
}
