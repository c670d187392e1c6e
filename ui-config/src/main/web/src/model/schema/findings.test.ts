// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import type { Finding } from '../chain/finding';
import { configurationPath, placeFindings, topMessage } from './findings';
import { COMPONENTS } from './fixture';
import { prepare } from './prepare';
import { pathKey } from './types';

function formOf(nodeType: string) {
  const component = COMPONENTS.find((each) => each.nodeType === nodeType);
  const schema = component?.configurationDescriptor.nodeDefinition.configurationSchema ?? {};
  return prepare(nodeType, schema);
}

function about(field: string): Finding {
  return { severity: 'error', nodeIndex: 3, field, message: 'wrong' };
}

function placeOf(nodeType: string, field: string) {
  const { top, byField } = placeFindings([about(field)], formOf(nodeType));
  return top.length > 0 ? 'top' : [...byField.keys()].join(' ');
}

it('reads the path inside the configuration', () => {
  expect(configurationPath('nodes[3].configuration.mapping[1].key')).toEqual(['mapping', 1, 'key']);
  expect(configurationPath('nodes[3].configuration')).toEqual([]);
  expect(configurationPath('nodes[3]')).toEqual([]);
  expect(configurationPath('connections[0].type')).toEqual([]);
});

it.each([
  ['filter.script', 'nodes[3].configuration.tbelScript', pathKey(['tbelScript'])],
  ['flow.delay', 'nodes[3].configuration.periodInSeconds', pathKey(['periodInSeconds'])],
  [
    'enrichment.related-entity-data',
    'nodes[3].configuration.relationsQuery.filters[0].entityTypes[2]',
    pathKey(['relationsQuery', 'filters', 0, 'entityTypes']),
  ],
  ['external.rest-api-call', 'nodes[3].configuration.headers.Content-Type', pathKey(['headers'])],
  [
    'external.rest-api-call',
    'nodes[3].configuration.credentials.password',
    pathKey(['credentials', 'password']),
  ],
  [
    'action.save-timeseries',
    'nodes[3].configuration.processingSettings.type',
    pathKey(['processingSettings']),
  ],
  ['flow.delay', 'nodes[3].configuration.unknown', 'top'],
  ['flow.delay', 'nodes[3].configuration', 'top'],
  ['flow.delay', 'nodes[3]', 'top'],
])('places a finding of %s about %s', (nodeType, field, place) => {
  expect(placeOf(nodeType, field)).toBe(place);
});

it('names a field that the form does not have', () => {
  expect(topMessage(about('nodes[3].configuration.a.b'))).toBe('a.b: wrong');
  expect(topMessage(about('nodes[3]'))).toBe('wrong');
});
