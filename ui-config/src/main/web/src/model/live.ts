// SPDX-License-Identifier: Apache-2.0

/** What a node did in the last seconds, on all instances. */
export interface NodeFigures {
  readonly perSecond: number;
  readonly failedPerSecond: number;
  /** Messages in the node, of those that arrived since the figures are counted. */
  readonly backlog: number;
  /** 0 without messages. */
  readonly p50Micros: number;
  readonly p99Micros: number;
}

/** Whether a node works, and what it did. */
export interface NodeState {
  readonly id: { readonly id: string };
  readonly state: 'RUNNING' | 'BREAKER_OPEN' | 'NOT_STARTED';
  readonly reason: string | null;
  /** When the breaker lets messages in again, in milliseconds since 1970. */
  readonly openUntil: number | null;
  readonly figures?: NodeFigures;
}

export interface NodeStates {
  /** Null while no instance has loaded the chain. */
  readonly version: number | null;
  readonly nodes: readonly NodeState[];
  readonly unanswered?: readonly { readonly instance: string }[];
}

/** How much attention a node needs: "idle" has no messages, "broken" takes none. */
export type Heat = 'idle' | 'calm' | 'warm' | 'hot' | 'broken';

const WARM_MICROS = 100_000;
const HOT_MICROS = 1_000_000;
const HOT_FAILURES = 0.1;

/** The share of failures among the messages that left the node, from 0 to 1. */
export function failureRate({ perSecond, failedPerSecond }: NodeFigures): number {
  return perSecond === 0 ? 0 : failedPerSecond / perSecond;
}

export function heatOf({ state, figures }: NodeState): Heat {
  if (state !== 'RUNNING') {
    return 'broken';
  }
  if (figures === undefined || (figures.perSecond === 0 && figures.backlog === 0)) {
    return 'idle';
  }
  if (failureRate(figures) >= HOT_FAILURES || figures.p99Micros >= HOT_MICROS) {
    return 'hot';
  }
  return figures.failedPerSecond > 0 || figures.p99Micros >= WARM_MICROS ? 'warm' : 'calm';
}

export const MEASURES = ['p99', 'p50', 'rate', 'failures', 'backlog'] as const;
export type Measure = (typeof MEASURES)[number];

export function measured(measure: Measure, figures: NodeFigures): number {
  switch (measure) {
    case 'p99':
      return figures.p99Micros;
    case 'p50':
      return figures.p50Micros;
    case 'rate':
      return figures.perSecond;
    case 'failures':
      return failureRate(figures);
    case 'backlog':
      return figures.backlog;
  }
}

/** The nodes by a measure, the greatest first; before them those that do not work, behind them those without figures. */
export function ranked(nodes: readonly NodeState[], measure: Measure): readonly NodeState[] {
  const place = ({ state, figures }: NodeState) =>
    state !== 'RUNNING' ? Infinity : figures === undefined ? -1 : measured(measure, figures);
  return [...nodes].sort((a, b) => {
    const [first, second] = [place(a), place(b)];
    return first === second ? 0 : second - first;
  });
}

/** A number of messages a second, with three digits at most before it is shortened. */
export function formatRate(perSecond: number, format: (value: number) => string): string {
  if (perSecond >= 10_000) {
    return `${format(Math.round(perSecond / 100) / 10)}k`;
  }
  return format(perSecond >= 100 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10);
}

/** A time in the unit that suits it. */
export function formatMicros(micros: number, format: (value: number) => string): string {
  if (micros < 1_000) {
    return `${format(micros)} µs`;
  }
  return micros < 1_000_000
    ? `${format(short(micros / 1_000))} ms`
    : `${format(short(micros / 1_000_000))} s`;
}

function short(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}
