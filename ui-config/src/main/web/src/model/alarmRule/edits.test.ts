// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  CLEAR,
  freeSeverities,
  grouped,
  newFilter,
  newRuleSet,
  rulesOf,
  savedRules,
  withCopy,
  withDay,
  withEntityField,
  withKeyType,
  withoutPredicate,
  withoutRule,
  withRule,
  withScheduleType,
  withSeverity,
  withSource,
  withSpecType,
  withValueType,
} from './edits';
import { constant, greaterThan, HOT, OVERHEATED, ruleOf, timeSeries } from './fixture';
import type { Predicate, RuleSet, Schedule } from './types';

describe('the rules of a set', () => {
  it('are listed from the most to the least severe, the clear rule last', () => {
    const set = withRule(OVERHEATED, CLEAR);
    expect(rulesOf(set).map(([name]) => name)).toEqual(['CRITICAL', 'MAJOR', CLEAR]);
    expect(freeSeverities(set)).toEqual(['MINOR', 'WARNING', 'INDETERMINATE']);
  });

  it('keep their places and unknown properties when one of them changes', () => {
    const [, major] = rulesOf(OVERHEATED)[1] ?? [];
    const set = withRule(OVERHEATED, 'MAJOR', { ...(major ?? HOT), alarmDetails: 'hot' });
    expect(JSON.stringify(set)).toBe(
      JSON.stringify(OVERHEATED).replace('"alarmDetails":null', '"alarmDetails":"hot"'),
    );
  });

  it('keep their places when a severity changes', () => {
    const set = withSeverity(OVERHEATED, 'MAJOR', 'WARNING');
    expect(Object.keys(set.createRules ?? {})).toEqual(['WARNING', 'CRITICAL']);
    expect(set.createRules?.WARNING).toBe(OVERHEATED.createRules?.MAJOR);
  });

  it('can be removed', () => {
    expect(Object.keys(withoutRule(OVERHEATED, 'CRITICAL').createRules ?? {})).toEqual(['MAJOR']);
    expect(withoutRule(withRule(OVERHEATED, CLEAR), CLEAR).clearRule).toBeNull();
  });
});

it('a copy of a set stands after it, with its own id and type', () => {
  const other = newRuleSet('b');
  const sets = withCopy([OVERHEATED, other], 0, { id: 'c', alarmType: 'Copy' });
  expect(sets).toEqual([OVERHEATED, { ...OVERHEATED, id: 'c', alarmType: 'Copy' }, other]);
});

describe('a condition', () => {
  const filter = timeSeries('temperature', greaterThan(constant(30)));

  it('keeps its key between time series and attributes', () => {
    expect(withKeyType(filter, 'ATTRIBUTE')).toEqual({
      ...filter,
      key: { type: 'ATTRIBUTE', key: 'temperature' },
    });
  });

  it('on a field of the device has the type of the field', () => {
    const named = withKeyType(filter, 'ENTITY_FIELD');
    expect(named).toMatchObject({
      key: { type: 'ENTITY_FIELD', key: 'name' },
      valueType: 'STRING',
      predicate: { type: 'STRING', operation: 'EQUAL', ignoreCase: false },
    });
    expect(withEntityField(named, 'createdTime')).toMatchObject({
      valueType: 'DATE_TIME',
      predicate: { type: 'NUMERIC', value: { defaultValue: null } },
    });
  });

  it('on a constant compares it with an attribute', () => {
    const compared = withKeyType(filter, 'CONSTANT');
    expect(compared.predicate).toMatchObject({
      value: { dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: '' } },
    });
    expect(withValueType(compared, 'BOOLEAN')).toMatchObject({
      value: true,
      predicate: { type: 'BOOLEAN', value: { dynamicValue: { sourceType: 'CURRENT_DEVICE' } } },
    });
  });

  it('stays as it is when its type is chosen again', () => {
    expect(withValueType(filter, 'NUMERIC')).toBe(filter);
  });
});

it('a group of two comparisons becomes one when the other is removed', () => {
  const first = greaterThan(constant(30));
  const group = grouped(first, 'NUMERIC');
  expect(group).toMatchObject({ operation: 'OR', predicates: [first, { type: 'NUMERIC' }] });
  expect(withoutPredicate(group, 1)).toBe(first);
});

describe('a value', () => {
  it('keeps its attribute when the source changes, and no value of the tenant is inherited', () => {
    const value = {
      ...constant(30),
      dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'limit', inherit: true, x: 1 },
    } as const;
    expect(withSource(value, 'CURRENT_CUSTOMER').dynamicValue).toEqual({
      ...value.dynamicValue,
      sourceType: 'CURRENT_CUSTOMER',
    });
    expect(withSource(value, 'CURRENT_TENANT').dynamicValue?.inherit).toBe(false);
    expect(withSource(value, undefined).dynamicValue).toBeNull();
  });
});

it('a spec of another type begins with usual amounts', () => {
  expect(withSpecType(null, 'DURATION')).toEqual({
    type: 'DURATION',
    unit: 'MINUTES',
    predicate: { defaultValue: 5, userValue: null, dynamicValue: null },
  });
  expect(withSpecType({ type: 'SIMPLE' }, 'REPEATING')).toMatchObject({
    predicate: { defaultValue: 3 },
  });
});

describe('a schedule', () => {
  const office = withScheduleType(null, 'SPECIFIC_TIME', 'Europe/Berlin');

  it('begins with working hours in the given time zone', () => {
    expect(office).toEqual({
      type: 'SPECIFIC_TIME',
      timezone: 'Europe/Berlin',
      daysOfWeek: [1, 2, 3, 4, 5],
      startsOn: 28_800_000,
      endsOn: 64_800_000,
    });
  });

  it('keeps its time zone when its type changes, and itself when it does not', () => {
    expect(withScheduleType(office, 'CUSTOM', 'UTC')).toMatchObject({ timezone: 'Europe/Berlin' });
    expect(withScheduleType(office, 'SPECIFIC_TIME', 'UTC')).toBe(office);
    const always: Schedule = { type: 'ANY_TIME' };
    expect(withScheduleType(always, 'ANY_TIME', 'UTC')).toBe(always);
    expect(withScheduleType(office, 'ANY_TIME', 'UTC')).toBeNull();
  });

  it('gets a day that it does not have', () => {
    const monday = { enabled: false, dayOfWeek: 1, startsOn: 0, endsOn: 0 };
    const both = withDay([monday], 2, { enabled: true });
    expect(both.map(({ dayOfWeek }) => dayOfWeek)).toEqual([1, 2]);
    expect(withDay(both, 1, { enabled: true })[0]).toEqual({ ...monday, enabled: true });
  });
});

describe('saved rules', () => {
  it('have numbers where texts were typed', () => {
    const predicate: Predicate = {
      type: 'COMPLEX',
      operation: 'OR',
      predicates: [greaterThan(constant(' 1.50 ')), greaterThan(constant(''))],
    };
    const set: RuleSet = {
      ...newRuleSet('a'),
      alarmType: ' Hot ',
      createRules: {
        MINOR: {
          ...ruleOf(timeSeries('t', predicate)),
          condition: {
            condition: [timeSeries('t', predicate)],
            spec: { type: 'REPEATING', predicate: constant('3') },
          },
        },
      },
    };
    const [saved] = savedRules([set], []) as readonly RuleSet[];
    expect(saved).toMatchObject({
      alarmType: 'Hot',
      createRules: {
        MINOR: {
          condition: {
            condition: [
              {
                predicate: {
                  predicates: [{ value: { defaultValue: 1.5 } }, { value: { defaultValue: null } }],
                },
              },
            ],
            spec: { predicate: { defaultValue: 3 } },
          },
        },
      },
    });
  });

  it('have the texts that were typed where texts are compared', () => {
    const text = { type: 'STRING', operation: 'EQUAL', value: constant('12') } as const;
    const set = {
      ...newRuleSet('a'),
      createRules: { MINOR: ruleOf(timeSeries('t', text, 'STRING')) },
    };
    expect(savedRules([set], [])).toEqual([set]);
  });

  it('are the same objects where nothing was changed', () => {
    const sets = [OVERHEATED, { unknown: true }];
    expect(savedRules(sets, sets)[0]).toBe(OVERHEATED);
    expect(savedRules([...sets, newRuleSet('b')], sets)[1]).toBe(sets[1]);
  });

  it('have all properties of a set of which one part was changed', () => {
    const changed = { ...OVERHEATED, propagate: true };
    expect(JSON.stringify(savedRules([changed], [OVERHEATED]))).toBe(JSON.stringify([changed]));
  });
});

it('a new condition is one on a number of a time series', () => {
  expect(newFilter()).toMatchObject({ key: { type: 'TIME_SERIES' }, valueType: 'NUMERIC' });
});
