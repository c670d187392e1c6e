// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { EMPTY_TALLY, handled, resendAll, type Letter, type Tally } from './resendAll';

const PORTION = 3;

/** A server with letters; those that `stays` names are not sent and stay. */
function serverWith(letters: readonly Letter[], stays: ReadonlyMap<string, keyof Tally>) {
  let left = [...letters];
  const calls: (readonly string[])[] = [];
  return {
    calls,
    list: (since: number | undefined, page: number) => {
      const found = left.filter(({ createdTime }) => createdTime >= (since ?? 0));
      const end = (page + 1) * PORTION;
      return Promise.resolve({
        data: found.slice(page * PORTION, end),
        hasNext: found.length > end,
      });
    },
    resend: (ids: readonly string[]) => {
      calls.push(ids);
      left = left.filter(({ id }) => !ids.includes(id) || stays.has(id));
      const tally: Record<keyof Tally, number> = { ...EMPTY_TALLY };
      ids.forEach((id) => tally[stays.get(id) ?? 'resent']++);
      return Promise.resolve(tally);
    },
  };
}

function lettersAt(...times: readonly number[]): readonly Letter[] {
  return times.map((createdTime, index) => ({ id: `letter ${index}`, createdTime }));
}

test('sends all letters once, oldest first, in portions', async () => {
  const letters = lettersAt(1, 2, 3, 3, 3, 4, 5);
  const server = serverWith(letters, new Map());
  const shown: number[] = [];

  const end = await resendAll({
    ...server,
    onProgress: (tally) => shown.push(handled(tally)),
    isStopped: () => false,
  });

  expect(end).toBe('done');
  expect(server.calls.flat()).toEqual(letters.map(({ id }) => id));
  expect(shown).toEqual([3, 6, 7]);
});

test('passes letters that stay, even more of one time than a portion has', async () => {
  const letters = lettersAt(1, 1, 1, 1, 1, 2);
  const server = serverWith(
    letters,
    new Map(letters.slice(0, 5).map(({ id }) => [id, 'busy'] as const)),
  );
  let last = EMPTY_TALLY;

  const end = await resendAll({
    ...server,
    onProgress: (tally) => (last = tally),
    isStopped: () => false,
  });

  expect(end).toBe('done');
  expect(server.calls.flat()).toEqual(letters.map(({ id }) => id));
  expect(last).toEqual({ ...EMPTY_TALLY, busy: 5, resent: 1 });
});

test('ends when there is no room, so that no later message overtakes', async () => {
  const server = serverWith(lettersAt(1, 2, 3, 4), new Map([['letter 1', 'refused']]));

  const end = await resendAll({ ...server, onProgress: () => undefined, isStopped: () => false });

  expect(end).toBe('noRoom');
  expect(server.calls).toHaveLength(1);
});

test('stops after the portion that is being sent', async () => {
  const server = serverWith(lettersAt(1, 2, 3, 4), new Map());
  let stopped = false;

  const end = await resendAll({
    ...server,
    onProgress: () => (stopped = true),
    isStopped: () => stopped,
  });

  expect(end).toBe('stopped');
  expect(server.calls).toHaveLength(1);
});
