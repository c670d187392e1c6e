// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { ComponentDescriptor } from '../../api/components';
import {
  calledChain,
  catalogueOf,
  groupOf,
  likelyLabel,
  newNode,
  passingLabels,
  searchComponents,
  shortType,
  takesOtherLabels,
} from './catalogue';
import { connect } from './edits';
import type { NodeGroup } from './nodeGroups';
import { chainOf } from './samples';

function component(
  type: NodeGroup,
  name: string,
  relationTypes: readonly string[] = ['Success', 'Failure'],
  more: Partial<ComponentDescriptor['configurationDescriptor']['nodeDefinition']> = {},
): ComponentDescriptor {
  return {
    type,
    name,
    clazz: `org.example.${name}`,
    nodeType: `${type.toLowerCase()}.${name}`,
    configurationVersion: 2,
    hasQueueName: false,
    configurationDescriptor: {
      nodeDefinition: {
        description: `Does ${name}.`,
        details: '',
        inEnabled: true,
        outEnabled: true,
        relationTypes,
        customRelations: false,
        ruleChainNode: false,
        defaultConfiguration: { a: 1 },
        configurationSchema: {},
        ...more,
      },
    },
  };
}

const SCRIPT = component('FILTER', 'script', ['True', 'False', 'Failure']);
const SWITCH = component('FILTER', 'switch', ['Failure'], { customRelations: true });
const LOG = component('ACTION', 'log');
const CALL = component('FLOW', 'rule chain', ['Failure'], { ruleChainNode: true });
const catalogue = catalogueOf([CALL, LOG, SWITCH, SCRIPT]);

describe('catalogue', () => {
  it('shortens a type to its class', () => {
    expect(shortType('org.thingsboard.rule.engine.action.TbAddToGroupNode')).toBe(
      'TbAddToGroupNode',
    );
    expect(shortType('plain')).toBe('plain');
  });

  it('lists types by group and name, and finds them under both names', () => {
    expect(catalogue.components.map(({ name }) => name)).toEqual([
      'script',
      'switch',
      'log',
      'rule chain',
    ]);
    expect(catalogue.find('org.example.log')).toBe(LOG);
    expect(catalogue.find('filter.script')).toBe(SCRIPT);
    expect(groupOf(catalogue.find('none'))).toBe('UNKNOWN');
  });

  it('searches names, groups and descriptions', () => {
    const names = (text: string) =>
      searchComponents(catalogue.components, text).map(({ name }) => name);
    expect(names('LOG')).toEqual(['log']);
    expect(names('filter does')).toEqual(['script', 'switch']);
    expect(names('')).toHaveLength(4);
    expect(names('absent')).toEqual([]);
  });

  it('makes nodes with the default configuration', () => {
    expect(newNode(LOG, { x: 1, y: 2 })).toEqual({
      type: 'org.example.log',
      name: 'Log',
      position: { x: 1, y: 2 },
      configuration: { a: 1 },
      configurationVersion: 2,
    });
  });
});

describe('labels', () => {
  const { chain, id } = chainOf(['A', 'B', 'C']);

  it('start with the first that is not used yet, and Failure last', () => {
    const once = connect(chain, id('A'), id('B'), ['True']);
    const twice = connect(once, id('A'), id('C'), ['False']);
    expect(likelyLabel(chain, id('A'), SCRIPT)).toBe('True');
    expect(likelyLabel(once, id('A'), SCRIPT)).toBe('False');
    expect(likelyLabel(twice, id('A'), SCRIPT)).toBe('Failure');
    expect(likelyLabel(chain, id('A'), SWITCH)).toBeUndefined();
  });

  it('start with the one that the other node is made for', () => {
    const types = component('FILTER', 'message type switch', ['Post attributes', 'Post telemetry']);
    const { chain: made, id: of } = chainOf(['A', 'B']);
    const type = 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode';
    const saving = {
      ...made,
      nodes: new Map(
        [...made.nodes].map(([key, node]) => [key, key === of('B') ? { ...node, type } : node]),
      ),
    };
    expect(likelyLabel(saving, of('A'), types, of('B'))).toBe('Post telemetry');
    expect(likelyLabel(made, of('A'), types, of('B'))).toBe('Post attributes');
  });

  it('of an inserted node are its success, or those of the connection', () => {
    expect(passingLabels(LOG, ['True'])).toEqual(['Success']);
    expect(passingLabels(SWITCH, ['True'])).toEqual(['True']);
    expect(passingLabels(component('FLOW', 'output', ['Failure']), ['True'])).toEqual([]);
  });

  it('of an unknown type are free', () => {
    expect(takesOtherLabels(undefined)).toBe(true);
  });
});

describe('calledChain', () => {
  it('is named by nodes that call chains', () => {
    const { chain, id } = chainOf(['A']);
    const node = chain.nodes.get(id('A'));
    if (node === undefined) {
      throw new Error('no node A');
    }
    const call = { ...node, configuration: { ruleChainId: 'other' } };
    expect(calledChain(call, CALL)).toBe('other');
    expect(calledChain(call, LOG)).toBeUndefined();
    expect(calledChain({ ...node, configuration: { ruleChainId: null } }, CALL)).toBeUndefined();
  });
});
