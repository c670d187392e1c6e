// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { formatMicros, formatRate, heatOf, ranked, type NodeFigures, type NodeState } from './live';

const QUIET: NodeFigures = {
  perSecond: 10,
  failedPerSecond: 0,
  backlog: 0,
  p50Micros: 100,
  p99Micros: 900,
};

function node(
  id: string,
  figures?: Partial<NodeFigures>,
  more: Partial<NodeState> = {},
): NodeState {
  return {
    id: { id },
    state: 'RUNNING',
    reason: null,
    openUntil: null,
    ...(figures === undefined ? {} : { figures: { ...QUIET, ...figures } }),
    ...more,
  };
}

describe('the heat of a node', () => {
  it('is idle without messages, also before there are figures', () => {
    expect(heatOf(node('a'))).toBe('idle');
    expect(heatOf(node('a', { perSecond: 0 }))).toBe('idle');
  });

  it('is not idle while messages wait in a node that answers none', () => {
    expect(heatOf(node('a', { perSecond: 0, backlog: 5 }))).toBe('calm');
  });

  it('grows with latency and failures', () => {
    expect(heatOf(node('a', {}))).toBe('calm');
    expect(heatOf(node('a', { p99Micros: 200_000 }))).toBe('warm');
    expect(heatOf(node('a', { failedPerSecond: 0.1 }))).toBe('warm');
    expect(heatOf(node('a', { p99Micros: 2_000_000 }))).toBe('hot');
    expect(heatOf(node('a', { failedPerSecond: 2 }))).toBe('hot');
  });

  it('is broken for a node that takes no messages', () => {
    expect(heatOf(node('a', {}, { state: 'BREAKER_OPEN' }))).toBe('broken');
    expect(heatOf(node('a', undefined, { state: 'NOT_STARTED' }))).toBe('broken');
  });
});

describe('the ranking', () => {
  it('puts the greatest first, broken nodes before it, and nodes without figures last', () => {
    const nodes = [
      node('unknown'),
      node('fast', { p99Micros: 10 }),
      node('slow', { p99Micros: 10_000 }),
      node('broken', undefined, { state: 'NOT_STARTED' }),
    ];
    expect(ranked(nodes, 'p99').map(({ id }) => id.id)).toEqual([
      'broken',
      'slow',
      'fast',
      'unknown',
    ]);
  });

  it('can be by share of failures', () => {
    const nodes = [
      node('busy', { perSecond: 1_000, failedPerSecond: 10 }),
      node('faulty', { perSecond: 1, failedPerSecond: 1 }),
    ];
    expect(ranked(nodes, 'failures').map(({ id }) => id.id)).toEqual(['faulty', 'busy']);
  });
});

describe('figures as texts', () => {
  it('are short', () => {
    expect([0, 0.2, 12.34, 123.4, 9_999, 12_345].map((n) => formatRate(n, String))).toEqual([
      '0',
      '0.2',
      '12.3',
      '123',
      '9999',
      '12.3k',
    ]);
    expect([0, 12, 1_234, 56_789, 1_500_000].map((n) => formatMicros(n, String))).toEqual([
      '0 µs',
      '12 µs',
      '1.2 ms',
      '57 ms',
      '1.5 s',
    ]);
  });
});
