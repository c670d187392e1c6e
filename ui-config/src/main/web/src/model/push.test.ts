// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { ExactNumber } from './number';
import { pauseAfter, readUpdate, updated } from './push';

describe('updated', () => {
  it('takes the newest value of each key and keeps the other keys', () => {
    const before = { a: [{ ts: 1, value: 1 }], b: [{ ts: 1, value: 'x' }] };
    const after = updated(before, {
      a: [
        [3, 30],
        [2, 20],
      ],
      c: [[3, true]],
    });
    expect(after).toEqual({
      a: [{ ts: 3, value: 30 }],
      b: [{ ts: 1, value: 'x' }],
      c: [{ ts: 3, value: true }],
    });
    expect(before.a).toEqual([{ ts: 1, value: 1 }]);
  });

  it('removes a deleted key', () => {
    expect(updated({ a: [{ ts: 1, value: 1 }] }, { a: [[0, null]] })).toEqual({});
  });
});

describe('readUpdate', () => {
  it('takes only messages of subscriptions', () => {
    expect(readUpdate('{"subscriptionId":1,"errorCode":0}')).toMatchObject({ subscriptionId: 1 });
    expect(readUpdate('{"cmdId":1}')).toBeUndefined();
    expect(readUpdate('null')).toBeUndefined();
    expect(readUpdate('<html>')).toBeUndefined();
  });
});

describe('numbers of an update', () => {
  it('keep all their digits', () => {
    const update = readUpdate('{"subscriptionId":1,"data":{"n":[[5,9007199254740993]]}}');
    expect(updated({}, update?.data ?? null)).toEqual({
      n: [{ ts: 5, value: new ExactNumber('9007199254740993') }],
    });
  });
});

describe('pauseAfter', () => {
  it('doubles up to half a minute and is spread', () => {
    expect([1, 2, 3, 6, 60].map((failures) => pauseAfter(failures, 1))).toEqual([
      1_000, 2_000, 4_000, 30_000, 30_000,
    ]);
    expect(pauseAfter(1, 0)).toBe(500);
  });
});
