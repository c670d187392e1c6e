// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { faultIn, problemsIn } from './checks';
import { newRuleSet, withKeyType, withScheduleType } from './edits';
import { constant, greaterThan, HOT, OVERHEATED, ruleOf, timeSeries } from './fixture';
import type { AlarmRule, KeyFilter, RuleSet, Schedule, Spec } from './types';

const CRITICAL = 'profileData.alarms[0].createRules.CRITICAL';
const FILTER = `${CRITICAL}.condition.condition[0]`;

function setOf(rule: AlarmRule): RuleSet {
  return { ...newRuleSet('a'), alarmType: 'Hot', createRules: { CRITICAL: rule } };
}

function problems(rule: AlarmRule) {
  return Object.fromEntries(problemsIn([setOf(rule)], []));
}

function withFilter(filter: KeyFilter) {
  return problems(ruleOf(filter));
}

function withSpec(spec: Spec) {
  return problems({ ...HOT, condition: { ...HOT.condition, spec } });
}

function withSchedule(schedule: Schedule | null) {
  return problems({ ...HOT, schedule });
}

describe('the checks of rules', () => {
  it('find nothing wrong with complete rules', () => {
    expect(problems(HOT)).toEqual({});
  });

  it('want what a new rule set does not have yet', () => {
    expect(Object.fromEntries(problemsIn([newRuleSet('a')], []))).toEqual({
      'profileData.alarms[0].alarmType': 'alarmTypeRequired',
      [`${FILTER}.key.key`]: 'keyRequired',
      [`${FILTER}.predicate.value.defaultValue`]: 'numberRequired',
    });
  });

  it('leave to the server what the user did not change', () => {
    const old = newRuleSet('a');
    expect(problemsIn([old, { unknown: true }], [old]).size).toBe(0);
  });

  it('want each alarm type once', () => {
    const sets = [OVERHEATED, { ...OVERHEATED, id: 'b' }];
    expect([...problemsIn(sets, [OVERHEATED])]).toEqual([
      ['profileData.alarms[1].alarmType', 'alarmTypeTaken'],
    ]);
  });

  it('want a rule that creates the alarm, and a condition in each rule', () => {
    const set = { ...setOf(HOT), createRules: {}, clearRule: ruleOf() };
    expect(Object.fromEntries(problemsIn([set], []))).toEqual({
      'profileData.alarms[0].createRules': 'ruleRequired',
      'profileData.alarms[0].clearRule.condition.condition': 'conditionRequired',
    });
  });

  it.each(['', 'x', '1,5', '12345678901234567890'])('refuse "%s" as a number', (text) => {
    expect(withFilter(timeSeries('t', greaterThan(constant(text))))).toEqual({
      [`${FILTER}.predicate.value.defaultValue`]: 'numberRequired',
    });
  });

  it('want a time and a choice, but no text', () => {
    const path = `${FILTER}.predicate.value.defaultValue`;
    const value = { defaultValue: null };
    const on = (type: 'STRING' | 'BOOLEAN') => ({ type, operation: 'EQUAL', value }) as const;
    expect(withFilter(timeSeries('t', greaterThan(value), 'DATE_TIME'))).toEqual({
      [path]: 'timeRequired',
    });
    expect(withFilter(timeSeries('t', on('BOOLEAN'), 'BOOLEAN'))).toEqual({
      [path]: 'choiceRequired',
    });
    expect(withFilter(timeSeries('t', on('STRING'), 'STRING'))).toEqual({});
  });

  it('refuse a blank key', () => {
    expect(withFilter(timeSeries(' ', greaterThan(constant(1))))).toEqual({
      [`${FILTER}.key.key`]: 'keyRequired',
    });
  });

  it('name the place in a group', () => {
    const predicates = [greaterThan(constant(1)), greaterThan(constant('x'))];
    expect(withFilter(timeSeries('t', { type: 'COMPLEX', operation: 'OR', predicates }))).toEqual({
      [`${FILTER}.predicate.predicates[1].value.defaultValue`]: 'numberRequired',
    });
  });

  it('want the key of an attribute, but no value in its place', () => {
    const dynamicValue = { sourceType: 'CURRENT_DEVICE', sourceAttribute: ' ' } as const;
    expect(withFilter(timeSeries('t', greaterThan({ defaultValue: null, dynamicValue })))).toEqual({
      [`${FILTER}.predicate.value.dynamicValue.sourceAttribute`]: 'attributeRequired',
    });
  });

  it('want an attribute to compare a constant with', () => {
    const filter = withKeyType(timeSeries('t', greaterThan(constant(1))), 'CONSTANT');
    expect(withFilter({ ...filter, value: 5, predicate: greaterThan(constant(1)) })).toEqual({
      [`${FILTER}.predicate.value.dynamicValue.sourceType`]: 'constantNeedsAttribute',
    });
  });

  it.each(['', '0', '1.5', '2147483648'])('refuse "%s" as an amount', (text) => {
    const path = `${CRITICAL}.condition.spec.predicate.defaultValue`;
    const predicate = constant(text);
    expect(withSpec({ type: 'DURATION', unit: 'DAYS', predicate })).toEqual({ [path]: 'amount' });
    expect(withSpec({ type: 'REPEATING', predicate })).toEqual({ [path]: 'amount' });
  });

  it('want a day, a time zone and different times of a schedule', () => {
    expect(
      withSchedule({ type: 'SPECIFIC_TIME', timezone: '', daysOfWeek: [], startsOn: 5, endsOn: 5 }),
    ).toEqual({
      [`${CRITICAL}.schedule.timezone`]: 'timeZoneRequired',
      [`${CRITICAL}.schedule.daysOfWeek`]: 'dayRequired',
      [`${CRITICAL}.schedule.endsOn`]: 'sameTimes',
    });
    const items = [{ enabled: true, dayOfWeek: 1, startsOn: 0, endsOn: null }];
    expect(withSchedule({ type: 'CUSTOM', timezone: 'UTC', items })).toEqual({
      [`${CRITICAL}.schedule.items[0].endsOn`]: 'timeRequired',
    });
    expect(withSchedule({ type: 'CUSTOM', timezone: 'UTC', items: [] })).toEqual({
      [`${CRITICAL}.schedule.items`]: 'dayRequired',
    });
    expect(withSchedule(withScheduleType(null, 'CUSTOM', 'UTC'))).toEqual({});
  });
});

describe('a fault that the server has found', () => {
  const sets = [setOf(HOT), { unknown: true }];

  it.each([
    [`${FILTER}.predicate.operation: unknown`, `${FILTER}.predicate.operation`, 'unknown'],
    ['profileData.alarms[0].alarmType: is taken', 'profileData.alarms[0].alarmType', 'is taken'],
  ])('is shown at its field: %s', (message, path, reason) => {
    expect(faultIn(message, sets)).toEqual({ path, reason });
  });

  it.each([
    [`${FILTER}.predicate: no object`, `${CRITICAL}.condition.condition`],
    [`${CRITICAL}.dashboardId: no id`, CRITICAL],
    ['profileData.alarms[0].more: wrong', 'profileData.alarms[0]'],
    ['profileData.alarms[1].createRules: missing', 'profileData.alarms[1]'],
    ['profileData.alarms[10].id: missing', 'profileData.alarms'],
    ['profileData.alarms: too many', 'profileData.alarms'],
    ['something else', 'profileData.alarms'],
  ])('is shown around its place, which the text names: %s', (message, path) => {
    const reason = message === 'profileData.alarms: too many' ? 'too many' : message;
    expect(faultIn(message, sets)).toEqual({ path, reason });
  });
});
