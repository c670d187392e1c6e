// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { describe as describeNode } from './edits';
import { chainOf } from './samples';
import { searchNodes } from './search';

describe('searchNodes', () => {
  const { chain, id } = chainOf(['Hot?', 'Keep', 'Log'], 'Hot? -Too warm-> Keep');
  const document = describeNode(chain, id('Log'), 'For the boilers.');
  const found = (text: string) =>
    searchNodes(document, text, () => 'script').map((node) => document.nodes.get(node)?.name);

  it('finds names, numbers, types, descriptions, configurations and labels', () => {
    expect(found('hot')).toEqual(['Hot?']);
    expect(found('#2')).toEqual(['Keep']);
    expect(found('SCRIPT')).toEqual(['Hot?', 'Keep', 'Log']);
    expect(found('boilers')).toEqual(['Log']);
    expect(found('return true')).toHaveLength(3);
    expect(found('too warm')).toEqual(['Hot?']);
  });

  it('finds nothing for an empty text', () => {
    expect(found(' ')).toEqual([]);
    expect(found('absent')).toEqual([]);
  });
});
