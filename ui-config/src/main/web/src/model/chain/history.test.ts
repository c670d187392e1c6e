// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { ChainDocument } from './document';
import { rename } from './edits';
import { amend, historyOf, redo, step, undo, type History } from './history';
import { chainOf } from './samples';

const { chain, id } = chainOf(['A']);

function named(name: string): ChainDocument {
  return rename(chain, id('A'), name);
}

function nameIn({ present }: History): string | undefined {
  return present.nodes.get(id('A'))?.name;
}

function typed(history: History, names: readonly string[], key: string, every: number): History {
  return names.reduce((h, name, i) => step(h, named(name), key, 1_000 + i * every), history);
}

describe('history', () => {
  it('undoes and redoes step by step', () => {
    const two = step(step(historyOf(chain), named('B'), undefined, 0), named('C'), undefined, 0);
    const one = undo(two);
    expect(nameIn(one)).toBe('B');
    expect(undo(one).present).toBe(chain);
    expect(nameIn(redo(redo(undo(one))))).toBe('C');
    expect(undo(undo(undo(two))).present).toBe(chain);
    expect(redo(two)).toBe(two);
  });

  it('forgets what was undone when another step follows', () => {
    const undone = undo(step(historyOf(chain), named('B'), undefined, 0));
    const other = step(undone, named('C'), undefined, 0);
    expect(redo(other)).toBe(other);
  });

  it('makes one step of the letters typed in a field', () => {
    const history = typed(historyOf(chain), ['B', 'Bo', 'Boi'], 'name A', 300);
    expect(history.past).toHaveLength(1);
    expect(undo(history).present).toBe(chain);
  });

  it('makes another step after a pause, in another field, or after an undo', () => {
    expect(typed(historyOf(chain), ['B', 'Bo'], 'name A', 1_500).past).toHaveLength(2);
    const first = step(historyOf(chain), named('B'), 'name A', 0);
    expect(step(first, named('C'), 'description A', 10).past).toHaveLength(2);
    const undone = undo(step(first, named('Bo'), 'name A', 10));
    expect(step(undone, named('D'), 'name A', 20).past).toHaveLength(1);
  });

  it('keeps at least 100 steps', () => {
    let history = historyOf(chain);
    for (let i = 0; i < 500; i++) {
      history = step(history, named(`N${i}`), undefined, 0);
    }
    for (let i = 0; i < 100; i++) {
      history = undo(history);
    }
    expect(nameIn(history)).toBe('N399');
  });

  it('takes no step for a document that is the same', () => {
    const history = historyOf(chain);
    expect(step(history, chain, undefined, 0)).toBe(history);
  });

  it('replaces the present without a step', () => {
    const history = step(historyOf(chain), named('B'), 'k', 0);
    const amended = amend(history, named('C'));
    expect(nameIn(amended)).toBe('C');
    expect(undo(amended).present).toBe(chain);
  });
});
