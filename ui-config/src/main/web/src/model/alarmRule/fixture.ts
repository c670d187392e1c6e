// SPDX-License-Identifier: Apache-2.0
import type { AlarmRule, KeyFilter, Predicate, RuleSet, RuleValue, ValueType } from './types';

/** Parts of alarm rules for tests. */

export function constant(defaultValue: RuleValue['defaultValue'] & {}): RuleValue {
  return { defaultValue, userValue: null, dynamicValue: null } as RuleValue;
}

export function greaterThan(value: RuleValue): Predicate {
  return { type: 'NUMERIC', operation: 'GREATER', value };
}

export function timeSeries(
  key: string,
  predicate: Predicate,
  valueType: ValueType = 'NUMERIC',
): KeyFilter {
  return { key: { type: 'TIME_SERIES', key }, valueType, value: null, predicate };
}

export function ruleOf(...condition: readonly KeyFilter[]): AlarmRule {
  return { condition: { condition, spec: { type: 'SIMPLE' } }, schedule: null, alarmDetails: null };
}

export const HOT = ruleOf(timeSeries('temperature', greaterThan(constant(30))));

/** Two rules that are not in the order of their severity, with properties that the form does not show. */
export const OVERHEATED = {
  id: 'a',
  alarmType: 'Overheated',
  createRules: {
    MAJOR: { ...HOT, dashboardId: { entityType: 'DASHBOARD', id: 'd' }, more: [1] },
    CRITICAL: HOT,
  },
  propagate: false,
  added: 'later',
} as RuleSet;
