// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { configure, move } from '../model/chain/edits';
import { chainOf } from '../model/chain/samples';
import { NEW_DRAFT } from '../model/test/message';
import { reportOf, stepOf } from '../model/test/samples';
import { createTestStore } from './testStore';

describe('the test of a chain', () => {
  const { chain, id } = chainOf(['Warm?', 'Save'], 'Warm? -True-> Save');
  const report = reportOf([stepOf(0, null, id('Warm?'), { labels: ['False'] })]);
  const finished = () => {
    const store = createTestStore('chain');
    store.getState().show('message');
    store.getState().finish({ report, draft: NEW_DRAFT, document: chain });
    return store;
  };

  it('shows the way of a run until the chain treats messages otherwise', () => {
    const store = finished();
    const way = store.getState().way;
    expect(way?.nodes.size).toBe(1);

    store.getState().notice(move(chain, new Map([[id('Save'), { x: 1, y: 1 }]])));
    expect(store.getState().way).toBe(way);

    const edited = configure(chain, id('Warm?'), { scriptLang: 'TBEL', tbelScript: 'false' });
    store.getState().notice(edited);
    expect(store.getState().stale).toBe(true);
    expect(store.getState().way).toBeUndefined();

    // The edit is undone.
    store.getState().notice(chain);
    expect(store.getState().way).toBe(way);
  });

  it('shows no way while the panel is closed', () => {
    const store = finished();

    store.getState().toggle();
    expect(store.getState().way).toBeUndefined();
    store.getState().toggle();
    expect(store.getState().way).toBeDefined();
  });

  it('keeps the results of test cases that ran on the same chain', () => {
    const store = finished();
    const result = (caseId: string, passed: boolean) => ({
      id: caseId,
      name: caseId,
      passed,
      differences: [],
    });
    store.getState().take([result('a', true), result('b', true)], chain);
    store.getState().take([result('b', false)], chain);

    const { results } = store.getState();
    expect([...(results?.byCase.values() ?? [])].map(({ passed }) => passed)).toEqual([
      true,
      false,
    ]);
    const edited = configure(chain, id('Warm?'), { scriptLang: 'TBEL', tbelScript: 'false' });
    store.getState().take([result('b', true)], edited);
    expect(store.getState().results?.byCase.size).toBe(1);
  });
});
