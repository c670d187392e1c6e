// SPDX-License-Identifier: Apache-2.0
import type * as schemas from '../api/schemas';

export type Ledger = schemas.LedgerView;
export type Line = schemas.LedgerLine;
export type Figures = schemas.LedgerFigures;
export type Outcome = schemas.Outcome;
export type Place = schemas.Place;

/** In the order of the balance sheet. */
export const OUTCOMES = [
  'DONE',
  'DONE_WITHOUT_EFFECT',
  'DEAD_LETTERED',
  'DROPPED_BY_POLICY',
  'HANDED_OVER',
] as const satisfies readonly Outcome[];

export const SOURCES = ['DEVICE', 'RULE_ENGINE', 'RESENT', 'REPLAYED', 'LOG'] as const;

export const PLACES = [
  'BEING_SENT',
  'WAITING',
  'RUNNING',
  'BACKING_OFF',
  'BEING_BURIED',
] as const satisfies readonly Place[];

/** A ledger, when it was read, and what has been taken in per second since the one before. */
export interface Reading {
  readonly ledger: Ledger;
  /** Milliseconds since 1970, by the browser's clock. */
  readonly at: number;
  /** Of all rule chains; undefined if there is no reading to compare with. */
  readonly totalRate: number | undefined;
  /** By the key of the line. */
  readonly rates: Readonly<Record<string, number>>;
}

/** Readings that are further apart would give an average of a time in which nobody looked. */
const MOST_APART_MS = 15_000;

const NO_RATES: Readonly<Record<string, number>> = {};

export function keyOf({ tenantId, ruleChainId }: Line): string {
  return `${tenantId?.id ?? ''} ${ruleChainId?.id ?? ''}`;
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

export function countOf(counts: Readonly<Record<string, number>>, key: string): number {
  return counts[key] ?? 0;
}

/** How many more messages were taken in than have ended or are in flight. */
export function difference({ takenIn, ended, inFlight }: Figures): number {
  return sum(takenIn) - sum(ended) - sum(inFlight);
}

/** Adds the rates since the former reading, if that is one of the same instances and not long ago. */
export function nextReading(former: Reading | undefined, ledger: Ledger, at: number): Reading {
  if (former === undefined || !isComparable(former, ledger, at)) {
    return { ledger, at, totalRate: undefined, rates: NO_RATES };
  }
  const seconds = (at - former.at) / 1_000;
  const perSecond = (now: Figures, before: Figures | undefined) =>
    Math.max(0, sum(now.takenIn) - (before === undefined ? 0 : sum(before.takenIn))) / seconds;
  const before = new Map(former.ledger.chains.map((line) => [keyOf(line), line.messages]));
  return {
    ledger,
    at,
    totalRate: perSecond(ledger.total, former.ledger.total),
    rates: Object.fromEntries(
      ledger.chains.map((line) => [keyOf(line), perSecond(line.messages, before.get(keyOf(line)))]),
    ),
  };
}

/** An instance that joins, leaves or restarts changes the sums without any message. */
function isComparable(former: Reading, ledger: Ledger, at: number): boolean {
  const apart = at - former.at;
  const instances = ({ instances: all }: Ledger) =>
    all.map(({ instance, since }) => `${instance} ${since}`).join();
  return apart > 0 && apart <= MOST_APART_MS && instances(former.ledger) === instances(ledger);
}
