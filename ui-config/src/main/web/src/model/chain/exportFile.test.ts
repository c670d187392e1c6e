// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { exportFile, exportFileName, importFault } from './exportFile';
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
    expect(importFault(JSON.stringify(file))).toBeUndefined();
    expect(importFault('{"ruleChains":[],"metadata":[]}')).toBeUndefined();
    expect(importFault('{"name":"x"}')).toBe('notRuleChains');
    expect(importFault('<html>')).toBe('notJson');
  });

  it('is called like the chain', () => {
    expect(exportFileName('Heating / Boiler 1')).toBe('heating_boiler_1.json');
    expect(exportFileName('Öfen')).toBe('öfen.json');
    expect(exportFileName('…')).toBe('rule_chain.json');
  });
});
