// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { connectionId } from '../chain/document';
import { chainOf } from '../chain/samples';
import { reportOf, stepOf } from './samples';
import { wayOf } from './way';

const CHAIN = 'chain';

describe('wayOf', () => {
  const { chain, id } = chainOf(
    ['Warm?', 'Save', 'Log'],
    'Warm? -True-> Save',
    'Warm? -Failure-> Save',
    'Warm? -False-> Log',
  );

  it('numbers the nodes that the message passed and names the labels that it took', () => {
    const way = wayOf(
      reportOf([
        stepOf(0, null, id('Warm?'), { labels: ['True'] }),
        stepOf(1, 0, id('Save'), { labels: ['Success'] }),
      ]),
      CHAIN,
      chain,
    );

    expect(way.nodes.get(id('Warm?'))).toEqual({ state: 'passed', steps: [1] });
    expect(way.nodes.get(id('Save'))).toEqual({ state: 'passed', steps: [2] });
    expect(way.nodes.has(id('Log'))).toBe(false);
    const wire = way.connections.get(connectionId(id('Warm?'), id('Save')));
    expect([...(wire ?? [])]).toEqual(['True']);
    expect(way.connections.size).toBe(1);
  });

  it('marks a node as failed if one of its steps failed', () => {
    const way = wayOf(
      reportOf([
        stepOf(0, null, id('Save'), { error: 'full' }),
        stepOf(1, null, id('Save'), { labels: ['Success'] }),
      ]),
      CHAIN,
      chain,
    );

    expect(way.nodes.get(id('Save'))).toEqual({ state: 'failed', steps: [1, 2] });
  });

  it('continues at the calling node when a called chain returns the message', () => {
    const called = { chain: 'other', labels: ['True'] };
    const way = wayOf(
      reportOf([
        stepOf(0, null, id('Warm?')),
        stepOf(1, 0, 'a node of the other chain', called),
        stepOf(2, 1, id('Save'), { labels: ['Success'] }),
      ]),
      CHAIN,
      chain,
    );

    expect(way.nodes.size).toBe(2);
    const wire = way.connections.get(connectionId(id('Warm?'), id('Save')));
    expect([...(wire ?? [])]).toEqual(['True']);
  });
});
