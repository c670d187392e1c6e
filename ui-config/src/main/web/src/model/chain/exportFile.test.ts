// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { chainIn, exportFile, exportFileName, readImport } from './exportFile';
import { toMetadata } from './metadata';
import { chainOf } from './samples';

describe('exportFile', () => {
  const { chain } = chainOf(['A', 'B'], 'A -True-> B');
  const file = exportFile({ name: 'Boilers', additionalInfo: null }, toMetadata(chain, 3));

  it('has the chain and its nodes without ids', () => {
    expect(file).toMatchObject({
      ruleChain: { name: 'Boilers', root: false },
      metadata: { firstNodeIndex: 0, connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }] },
    });
    expect(JSON.stringify(file)).not.toContain('"id"');
  });

  it('is a file that an import takes', () => {
    expect(readImport(JSON.stringify(file))).toEqual(file);
    expect(readImport('{"ruleChains":[],"metadata":[]}')).toEqual({ ruleChains: [], metadata: [] });
    expect(readImport('{"name":"x"}')).toBe('notRuleChains');
    expect(readImport('<html>')).toBe('notJson');
  });

  it('can be opened without an import, without the ids of another rule chain', () => {
    const { nodes } = toMetadata(chain, 3);
    const opened = chainIn({
      ruleChain: { name: 'Boilers', additionalInfo: { description: 'hot' } },
      metadata: { firstNodeIndex: 0, nodes: [...nodes] },
    });
    expect(opened).toMatchObject({ name: 'Boilers', description: 'hot' });
    expect(opened?.metadata.nodes.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(JSON.stringify(opened)).not.toContain('"id"');
    expect(chainIn({ ruleChains: [], metadata: [] })).toBeUndefined();
    expect(chainIn({ ruleChain: { name: 'x' }, metadata: { nodes: [5] } })).toBeUndefined();
  });

  it('is called like the chain', () => {
    expect(exportFileName('Heating / Boiler 1')).toBe('heating_boiler_1.json');
    expect(exportFileName('Öfen')).toBe('öfen.json');
    expect(exportFileName('…')).toBe('rule_chain.json');
  });
});
