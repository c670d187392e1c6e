// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { ExactNumber } from '../number';
import type { Json } from '../json';
import { constant, greaterThan, HOT, OVERHEATED, ruleOf, timeSeries } from './fixture';
import { isRuleSet } from './reading';

function withRule(rule: unknown): Json {
  return { id: 'a', alarmType: 'Hot', createRules: { MINOR: rule } } as Json;
}

it.each([
  ['its properties are more than the form shows', OVERHEATED],
  ['it has no more than an id and a type', { id: 'a', alarmType: 'Hot' }],
  ['absent parts are null', { id: 'a', alarmType: 'Hot', createRules: null, clearRule: null }],
  [
    'a number has more digits than a double',
    withRule(
      ruleOf(timeSeries('t', greaterThan(constant(new ExactNumber('1.00000000000000000001'))))),
    ),
  ],
  [
    'groups of predicates are nested',
    withRule(
      ruleOf(
        timeSeries('t', {
          type: 'COMPLEX',
          operation: 'AND',
          predicates: [
            { type: 'COMPLEX', operation: 'OR', predicates: [greaterThan(constant(1))] },
          ],
        }),
      ),
    ),
  ],
])('a rule set can be shown when %s', (_, set) => {
  expect(isRuleSet(set)).toBe(true);
});

it.each([
  ['it is no object', 'Hot'],
  ['its type is missing', { id: 'a' }],
  ['a severity is unknown', { id: 'a', alarmType: 'Hot', createRules: { WORST: HOT } }],
  ['a rule has no condition', withRule({ schedule: null })],
  [
    'a predicate does not fit its type',
    withRule(ruleOf(timeSeries('t', greaterThan(constant(1)), 'STRING'))),
  ],
  [
    'an operation is unknown',
    withRule(ruleOf(timeSeries('t', { type: 'NUMERIC', operation: 'NEAR', value: {} }))),
  ],
  [
    'a source is unknown',
    withRule(
      ruleOf(
        timeSeries('t', greaterThan({ dynamicValue: { sourceType: 'CURRENT_USER' as never } })),
      ),
    ),
  ],
  [
    'a spec is unknown',
    withRule({ ...HOT, condition: { ...HOT.condition, spec: { type: 'SOMETIMES' } } }),
  ],
  [
    'a day is none of the week',
    withRule({ ...HOT, schedule: { type: 'SPECIFIC_TIME', daysOfWeek: [8] } }),
  ],
])('a rule set cannot be shown when %s', (_, set) => {
  expect(isRuleSet(set as Json)).toBe(false);
});
