// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Hop } from '../api/paths';
import { firstChainOf, walkOf } from './path';

function hop(node: string, label: string, micros = 10): Hop {
  return {
    ruleChainId: { entityType: 'RULE_CHAIN', id: 'chain' },
    ruleChainName: 'Chain',
    ruleChainVersion: 1,
    ruleNodeId: { entityType: 'RULE_NODE', id: node },
    ruleNodeName: node,
    label,
    micros,
  };
}

describe('the walk of a delivery', () => {
  it('has one step for the hops that branches share', () => {
    const { steps } = walkOf({
      branches: [
        [hop('switch', 'Success'), hop('save', 'Success', 5)],
        [hop('switch', 'Success'), hop('log', 'Success', 7)],
      ],
      error: null,
    });

    expect(steps.map(({ nodeId, after, micros }) => [nodeId.id, after, micros])).toEqual([
      ['switch', null, 10],
      ['save', 0, 5],
      ['log', 0, 7],
    ]);
  });

  it('knows each of several labels', () => {
    const { steps } = walkOf({ branches: [[hop('switch', 'A,B')]], error: null });
    expect(steps[0]?.labels).toEqual(['A,B', 'A', 'B']);
  });

  it('has the node at which the message failed', () => {
    const { error } = walkOf({
      branches: [[hop('script', 'Failure')]],
      error: {
        message: 'no',
        ruleChainId: null,
        ruleNodeId: { entityType: 'RULE_NODE', id: 'script' },
        ruleNodeName: 'script',
      },
    });
    expect(error?.nodeId?.id).toBe('script');
  });

  it('begins in the chain that the message entered', () => {
    expect(firstChainOf({ branches: [[hop('a', 'Success')]] })).toBe('chain');
    expect(firstChainOf({ branches: [] })).toBeUndefined();
  });
});
