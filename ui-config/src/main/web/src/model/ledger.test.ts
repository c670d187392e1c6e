// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { difference, keyOf, nextReading, type Ledger, type Line } from './ledger';

function line(chain: string | null, takenIn: number): Line {
  return {
    tenantId: { entityType: 'TENANT', id: 't' },
    ruleChainId: chain === null ? null : { entityType: 'RULE_CHAIN', id: chain },
    ruleChainName: null,
    messages: figures(takenIn),
  };
}

function figures(takenIn: number) {
  return {
    takenIn: { DEVICE: takenIn },
    ended: { DONE: takenIn },
    inFlight: { RUNNING: 0 },
    balanced: true,
  };
}

function ledger(lines: readonly Line[], since = 1): Ledger {
  const total = figures(
    lines.reduce((all, { messages }) => all + (messages.takenIn.DEVICE ?? 0), 0),
  );
  return { since, total, chains: lines, instances: [{ instance: 'a', since, messages: total }] };
}

describe('nextReading', () => {
  const first = nextReading(undefined, ledger([line(null, 10), line('x', 5)]), 1_000);

  it('knows no rate from a single reading', () => {
    expect(first.totalRate).toBeUndefined();
    expect(first.rates).toEqual({});
  });

  it('divides what was taken in by the time between two readings', () => {
    const next = nextReading(first, ledger([line(null, 30), line('x', 5), line('y', 4)]), 3_000);

    expect(next.totalRate).toBe(12);
    expect(next.rates[keyOf(line(null, 0))]).toBe(10);
    expect(next.rates[keyOf(line('x', 0))]).toBe(0);
    expect(next.rates[keyOf(line('y', 0))]).toBe(2);
  });

  it('does not compare readings of different instances or of long ago', () => {
    const lines = [line(null, 30)];

    expect(nextReading(first, ledger(lines, 2), 3_000).totalRate).toBeUndefined();
    expect(nextReading(first, ledger(lines), 60_000).totalRate).toBeUndefined();
    expect(nextReading(first, ledger(lines), 1_000).totalRate).toBeUndefined();
  });
});

describe('difference', () => {
  it('is what is missing on the right side of the balance', () => {
    expect(difference(figures(5))).toBe(0);
    expect(difference({ ...figures(5), ended: { DONE: 3 } })).toBe(2);
  });
});
