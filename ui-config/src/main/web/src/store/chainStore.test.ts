// SPDX-License-Identifier: Apache-2.0
import { beforeEach, describe, expect, it } from 'vitest';
import { rename } from '../model/chain/edits';
import { toMetadata } from '../model/chain/metadata';
import { chainOf } from '../model/chain/samples';
import { createChainStore, isDirty, NO_PARTS, type ChainStore } from './chainStore';

const { chain, id } = chainOf(['A', 'B'], 'A -True-> B');
const LOADED = toMetadata(chain, 3);

function opened(user = 'ann', version = 3): ChainStore {
  return createChainStore(user, 'chain', { ...LOADED, version });
}

function renamed(store: ChainStore, name: string): void {
  store.getState().edit((document) => rename(document, id('A'), name));
}

function nameIn(store: ChainStore): string | undefined {
  return store.getState().history.present.nodes.get(id('A'))?.name;
}

beforeEach(() => localStorage.clear());

describe('chain store', () => {
  it('is dirty after an edit, and clean after its undo', () => {
    const store = opened();
    expect(isDirty(store.getState())).toBe(false);
    renamed(store, 'Z');
    expect(isDirty(store.getState())).toBe(true);
    store.getState().undo('');
    expect(isDirty(store.getState())).toBe(false);
  });

  it('opens the nodes of a file as a change that is not saved', () => {
    const store = opened();
    store.getState().open({
      ruleChainId: { entityType: 'RULE_CHAIN', id: 'elsewhere' },
      firstNodeIndex: 0,
      nodes: [{ type: 'com.example.Node', name: 'foreign', configuration: { a: [1] } }],
      connections: null,
    } as Parameters<ReturnType<ChainStore['getState']>['open']>[0]);
    const { present } = store.getState().history;
    expect([...present.nodes.values()]).toMatchObject([
      { type: 'com.example.Node', name: 'foreign', configuration: { a: [1] } },
    ]);
    expect(present.rest).toEqual(store.getState().saved.rest);
    expect(isDirty(store.getState())).toBe(true);
    store.getState().undo('');
    expect(isDirty(store.getState())).toBe(false);
  });

  it('drops what no longer exists from the selection', () => {
    const store = opened();
    store.getState().select({ ...NO_PARTS, nodes: new Set([id('A'), id('B')]) });
    store.getState().edit((document) => ({
      ...document,
      nodes: new Map([...document.nodes].slice(1)),
    }));
    expect([...store.getState().selection.nodes]).toEqual([id('B')]);
  });

  it('is clean after a save, and can still undo', () => {
    const store = opened();
    renamed(store, 'Z');
    const sent = store.getState().history.present;
    store.getState().acceptSave(sent, toMetadata(sent, 4));
    expect(isDirty(store.getState())).toBe(false);
    expect(store.getState().version).toBe(4);
    store.getState().undo('');
    expect(nameIn(store)).toBe('A');
    expect(isDirty(store.getState())).toBe(true);
  });

  it('takes over the version of a rename, unless there were other changes before it', () => {
    const store = opened();
    renamed(store, 'Z');
    store.getState().keepDraft();
    store.getState().acceptRename(4);
    expect(store.getState().version).toBe(4);
    expect(Object.keys(localStorage)).toHaveLength(1);
    store.getState().acceptRename(6);
    expect(store.getState().version).toBe(4);
    expect(nameIn(store)).toBe('Z');
  });

  it('takes over what the server made of a saved chain', () => {
    const store = opened();
    renamed(store, 'Z');
    const sent = store.getState().history.present;
    store.getState().acceptSave(sent, toMetadata(rename(sent, id('A'), 'Z as stored'), 4));
    expect(nameIn(store)).toBe('Z as stored');
    expect(isDirty(store.getState())).toBe(false);
  });

  it('takes over findings only about the present chain', () => {
    const store = opened();
    const { present } = store.getState().history;
    renamed(store, 'Z');
    const finding = { severity: 'error' as const, field: 'nodes[0].name', message: 'm' };
    store.getState().report(present, [finding]);
    expect(store.getState().findings).toEqual([]);
    store.getState().report(store.getState().history.present, [finding]);
    expect(store.getState().findings).toEqual([finding]);
  });
});

describe('draft', () => {
  it('is offered after a reload, and applied only on demand', () => {
    const before = opened();
    renamed(before, 'Z');
    before.getState().keepDraft();

    const after = opened();
    expect(nameIn(after)).toBe('A');
    expect(after.getState().offeredDraft?.draft.version).toBe(3);
    // Neither the pause in editing nor the end of the page drops it.
    after.getState().keepDraft();
    expect(opened().getState().offeredDraft).toBeDefined();

    after.getState().applyDraft();
    expect(nameIn(after)).toBe('Z');
    expect(isDirty(after.getState())).toBe(true);
    after.getState().undo('');
    expect(isDirty(after.getState())).toBe(false);
  });

  it('that is neither applied nor discarded is not replaced by another one', () => {
    const first = opened();
    renamed(first, 'Z');
    first.getState().keepDraft();
    const second = opened();
    renamed(second, 'Y');
    second.getState().keepDraft();
    const sent = second.getState().history.present;
    second.getState().acceptSave(sent, toMetadata(sent, 4));
    const third = opened('ann', 4);
    third.getState().applyDraft();
    expect(nameIn(third)).toBe('Z');
  });

  it('belongs to one user', () => {
    const store = opened();
    renamed(store, 'Z');
    store.getState().keepDraft();
    expect(opened('bob').getState().offeredDraft).toBeUndefined();
  });

  it('keeps its version when the chain was saved meanwhile', () => {
    const store = opened();
    renamed(store, 'Z');
    store.getState().keepDraft();
    const later = opened('ann', 5);
    later.getState().applyDraft();
    expect(later.getState().version).toBe(3);
  });

  it('survives that another version is loaded, and ends with a save', () => {
    const store = opened();
    renamed(store, 'Z');
    store.getState().load({ ...LOADED, version: 4 });
    expect(nameIn(store)).toBe('A');
    expect(opened('ann', 4).getState().offeredDraft?.draft.version).toBe(3);

    const next = opened('ann', 4);
    next.getState().applyDraft();
    const sent = next.getState().history.present;
    next.getState().acceptSave(sent, toMetadata(sent, 5));
    expect(opened('ann', 5).getState().offeredDraft).toBeUndefined();
  });

  it('ends when the user discards it or undoes all changes', () => {
    const store = opened();
    renamed(store, 'Z');
    store.getState().keepDraft();
    store.getState().undo('');
    store.getState().keepDraft();
    expect(opened().getState().offeredDraft).toBeUndefined();

    renamed(store, 'Y');
    store.getState().keepDraft();
    opened().getState().discardDraft();
    expect(opened().getState().offeredDraft).toBeUndefined();
  });

  it('that is damaged is not offered', () => {
    localStorage.setItem('millrace.draft ann chain 3 visit', '{"version":3');
    expect(opened().getState().offeredDraft).toBeUndefined();
    localStorage.setItem('millrace.draft ann chain 3 visit', '{"version":3}');
    expect(opened().getState().offeredDraft).toBeUndefined();
  });
});
