// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Content, Delivery, Hop } from '../api/paths';
import {
  canvasOf,
  errorOf,
  firstChainOf,
  firstShown,
  isSettled,
  keyOf,
  shownDelivery,
  stepsOf,
  walkOf,
} from './path';

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

function content(data: string): Content {
  return {
    originator: { entityType: 'DEVICE', id: 'd' },
    type: 'POST_TELEMETRY_REQUEST',
    dataType: 'JSON',
    data,
    metadata: {},
    truncated: false,
  };
}

const FAILURE: Delivery['error'] = {
  message: 'no such key',
  ruleChainId: { entityType: 'RULE_CHAIN', id: 'nested' },
  ruleNodeId: { entityType: 'RULE_NODE', id: 'script' },
  ruleNodeName: 'script',
};

describe('the contents of a delivery', () => {
  const contents = (...hops: readonly Hop[]) =>
    stepsOf({ branches: [hops], input: content('1') }).map(({ before, left }) => [
      before?.data,
      left?.data,
    ]);

  it('begin with the message as it was accepted and go on with what each node made of it', () => {
    expect(
      contents(
        { ...hop('filter', 'True'), unchanged: true },
        { ...hop('script', 'Success'), unchanged: false, output: content('2') },
        { ...hop('save', 'Success'), unchanged: true },
      ),
    ).toEqual([
      ['1', '1'],
      ['1', '2'],
      ['2', '2'],
    ]);
  });

  it('are those of a hop that has an input of its own, as after a split', () => {
    expect(contents({ ...hop('save', 'Success'), unchanged: true, input: content('3') })).toEqual([
      ['3', '3'],
    ]);
  });

  it('have nothing after a node that gave no answer', () => {
    expect(contents(hop('script', '(no answer)', 0))).toEqual([['1', undefined]]);
  });

  it('are unknown where they are not kept', () => {
    expect(stepsOf({ branches: [[hop('a', 'Success')]] })[0]?.before).toBeUndefined();
  });
});

describe('a delivery that failed', () => {
  const steps = stepsOf({ branches: [[hop('filter', 'True'), hop('script', 'Failure')]] });

  it('is shown at the step that failed', () => {
    expect(firstShown(steps, 'script')).toBe(1);
    expect(firstShown(steps, undefined)).toBe(0);
    expect(
      firstShown(
        stepsOf({ branches: [[hop('a', 'Success'), { ...hop('b', 'Failure'), error: 'no' }]] }),
        undefined,
      ),
    ).toBe(1);
  });

  it('has its error at the node where it failed', () => {
    const [filter, script] = steps;
    expect(filter && errorOf(filter, { error: FAILURE })).toBeUndefined();
    expect(script && errorOf(script, { error: FAILURE })).toBe('no such key');
  });

  it('is drawn in the chain in which it failed', () => {
    const delivery = {
      messageId: 'm',
      deliveryId: 'd',
      endedTs: 5,
      branches: [[hop('a', 'Success')]],
    };
    expect(canvasOf({ ...delivery, error: FAILURE })).toBe(
      '/rule-chains/nested?message=m&delivery=d-5',
    );
    expect(canvasOf({ ...delivery, error: null })).toBe(
      '/rule-chains/chain?message=m&delivery=d-5',
    );
    expect(canvasOf({ ...delivery, branches: [], error: null })).toBeUndefined();
  });
});

describe('the shown delivery of a message', () => {
  const deliveries = [
    { deliveryId: 'a', endedTs: 1 },
    { deliveryId: 'b', endedTs: 1 },
    { deliveryId: 'b', endedTs: 2 },
  ] as unknown as readonly Delivery[];

  it('is the one that the address names, otherwise the last one', () => {
    deliveries.forEach((each) => expect(shownDelivery(deliveries, keyOf(each))).toBe(each));
    expect(shownDelivery(deliveries, 'c-9')).toBe(deliveries[2]);
    expect(shownDelivery([], null)).toBeUndefined();
  });
});

describe('what is known of a message', () => {
  const path = (endedTs: number, reasons: Delivery['reasons']) => ({
    messageId: 'm',
    inFlight: [],
    deliveries: [{ endedTs, reasons } as unknown as Delivery],
  });

  it('can grow until its contents are kept, or too long ago to come', () => {
    expect(isSettled(path(1_000, []), 2_000)).toBe(false);
    expect(isSettled(path(1_000, ['FAILED']), 2_000)).toBe(true);
    expect(isSettled(path(1_000, []), 12_000)).toBe(true);
    expect(isSettled({ messageId: 'm', inFlight: [], deliveries: [] }, 12_000)).toBe(false);
  });
});
