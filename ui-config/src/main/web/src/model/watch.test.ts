// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Watch } from '../api/watches';
import { timeLeft, watchOf } from './watch';

const WATCH: Watch = {
  entityId: { entityType: 'RULE_NODE', id: 'node' },
  until: 100_000,
  bySave: false,
};

describe('a watch', () => {
  it('is found by its entity until it ends', () => {
    expect(watchOf([WATCH], 'node', 99_999)).toBe(WATCH);
    expect(watchOf([WATCH], 'node', 100_000)).toBeUndefined();
    expect(watchOf([WATCH], 'other', 0)).toBeUndefined();
  });

  it('has its remaining time in minutes and seconds', () => {
    expect(timeLeft(WATCH, 0)).toBe('1:40');
    expect(timeLeft(WATCH, 90_500)).toBe('0:10');
    expect(timeLeft(WATCH, 200_000)).toBe('0:00');
  });
});
