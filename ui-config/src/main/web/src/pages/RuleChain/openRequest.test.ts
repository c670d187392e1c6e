// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { chainOf } from '../../model/chain/samples';
import { nodeNamed, unsavedIn } from './openRequest';

describe('the address of the editor', () => {
  const { chain, id } = chainOf(['A', 'B']);

  it('names a node by its id or its index', () => {
    expect(nodeNamed(chain, id('B'))).toBe(id('B'));
    expect(nodeNamed(chain, '1')).toBe(id('B'));
    expect(nodeNamed(chain, '2')).toBeUndefined();
    expect(nodeNamed(chain, 'nowhere')).toBeUndefined();
    expect(nodeNamed(chain, null)).toBeUndefined();
  });

  it('brings nodes only if its state has them', () => {
    const unsaved = { nodes: [] };
    expect(unsavedIn({ unsaved })).toBe(unsaved);
    expect(unsavedIn(null)).toBeUndefined();
    expect(unsavedIn({ other: 1 })).toBeUndefined();
  });
});
