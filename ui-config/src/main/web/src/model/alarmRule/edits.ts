// SPDX-License-Identifier: Apache-2.0
import { SEVERITIES, type AlarmSeverity } from '../../api/alarms';
import { exactNumber } from '../schema/numbers';
import { comparedType, isRuleSet, type RuleSetEntry } from './reading';
import {
  ENTITY_FIELDS,
  type AlarmRule,
  type Comparison,
  type DaySchedule,
  type DynamicValue,
  type EntityField,
  type KeyFilter,
  type KeyType,
  type Predicate,
  type PredicateGroup,
  type RuleSet,
  type RuleValue,
  type Scalar,
  type Schedule,
  type ScheduleType,
  type Source,
  type Spec,
  type SpecType,
  type ValueType,
} from './types';

/** Which rule of a set: the one that creates an alarm of a severity, or the one that clears the alarm. */
export type RuleName = AlarmSeverity | typeof CLEAR;
export const CLEAR = 'CLEAR';

/** The days of the week, from Monday. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const WORKING_DAYS = [1, 2, 3, 4, 5];

const NEW_RULE: AlarmRule = {
  condition: { condition: [newFilter()], spec: { type: 'SIMPLE' } },
  schedule: null,
  alarmDetails: null,
};

export function newRuleSet(id: string): RuleSet {
  return {
    id,
    alarmType: '',
    createRules: { CRITICAL: NEW_RULE },
    clearRule: null,
    propagate: false,
    propagateToOwner: false,
    propagateToTenant: false,
    propagateRelationTypes: null,
  };
}

/** The rules of a set, the most severe first, and the clear rule last. */
export function rulesOf(set: RuleSet): readonly (readonly [name: RuleName, rule: AlarmRule])[] {
  const { clearRule } = set;
  return [
    ...SEVERITIES.flatMap((severity) => {
      const rule = set.createRules?.[severity];
      return rule === undefined ? [] : [[severity, rule] as const];
    }),
    ...(clearRule === undefined || clearRule === null ? [] : [[CLEAR, clearRule] as const]),
  ];
}

/** The severities that no rule of the set has, the most severe first. */
export function freeSeverities({ createRules }: RuleSet): readonly AlarmSeverity[] {
  return SEVERITIES.filter((severity) => createRules?.[severity] === undefined);
}

/** The set with the rule in place of the one of that name, or added to it. */
export function withRule(set: RuleSet, name: RuleName, rule: AlarmRule = NEW_RULE): RuleSet {
  return name === CLEAR
    ? { ...set, clearRule: rule }
    : { ...set, createRules: { ...set.createRules, [name]: rule } };
}

export function withoutRule(set: RuleSet, name: RuleName): RuleSet {
  if (name === CLEAR) {
    return { ...set, clearRule: null };
  }
  const others = Object.entries(set.createRules ?? {}).filter(([each]) => each !== name);
  return { ...set, createRules: Object.fromEntries(others) };
}

/** The set whose rule of one severity has another; its place among the rules stays. */
export function withSeverity(set: RuleSet, from: AlarmSeverity, to: AlarmSeverity): RuleSet {
  const renamed = Object.entries(set.createRules ?? {}).map(
    ([name, rule]) => [name === from ? to : name, rule] as const,
  );
  return { ...set, createRules: Object.fromEntries(renamed) };
}

/** A condition that a user completes. */
export function newFilter(): KeyFilter {
  return {
    key: { type: 'TIME_SERIES', key: '' },
    valueType: 'NUMERIC',
    value: null,
    predicate: newComparison('NUMERIC'),
  };
}

function newComparison(valueType: ValueType): Comparison {
  const type = comparedType(valueType);
  return {
    type,
    operation: type === 'NUMERIC' ? 'GREATER' : 'EQUAL',
    value: { defaultValue: emptyValue(valueType), dynamicValue: null },
    ...(type === 'STRING' && { ignoreCase: false }),
  };
}

/** The value of a field that a user has not filled in. */
function emptyValue(valueType: ValueType): Scalar | null {
  return { NUMERIC: null, STRING: '', BOOLEAN: true, DATE_TIME: null }[valueType];
}

/** The filter on a key of another type. A key that the new type does not have is emptied. */
export function withKeyType(filter: KeyFilter, type: KeyType): KeyFilter {
  const changed = { ...filter, key: { ...filter.key, type } };
  switch (type) {
    case 'TIME_SERIES':
    case 'ATTRIBUTE': {
      const names = filter.key.type === 'TIME_SERIES' || filter.key.type === 'ATTRIBUTE';
      const key = names ? filter.key.key : '';
      return { ...changed, key: { ...changed.key, key: key ?? '' }, value: null };
    }
    case 'ENTITY_FIELD':
      return withEntityField({ ...changed, value: null }, 'name');
    case 'CONSTANT': {
      // A constant is compared with attributes only.
      const fresh = newComparison(filter.valueType);
      return {
        ...changed,
        key: { ...changed.key, key: '' },
        value: emptyValue(filter.valueType),
        predicate: { ...fresh, value: withSource(fresh.value, 'CURRENT_DEVICE') },
      };
    }
  }
}

/** The filter on a field of the device, which decides the type of the values. */
export function withEntityField(filter: KeyFilter, field: EntityField): KeyFilter {
  return withValueType({ ...filter, key: { ...filter.key, key: field } }, ENTITY_FIELDS[field]);
}

/** The filter on values of another type. Its predicate stays if it fits. */
export function withValueType(filter: KeyFilter, valueType: ValueType): KeyFilter {
  if (valueType === filter.valueType) {
    return filter;
  }
  const isConstant = filter.key.type === 'CONSTANT';
  const fresh = newComparison(valueType);
  return {
    ...filter,
    valueType,
    value: isConstant ? emptyValue(valueType) : (filter.value ?? null),
    predicate: isConstant ? { ...fresh, value: withSource(fresh.value, 'CURRENT_DEVICE') } : fresh,
  };
}

/** The predicate together with one more, which the user completes. */
export function grouped(predicate: Predicate, valueType: ValueType): PredicateGroup {
  return { type: 'COMPLEX', operation: 'OR', predicates: [predicate, newComparison(valueType)] };
}

export function withPredicate(group: PredicateGroup, valueType: ValueType): PredicateGroup {
  return { ...group, predicates: [...group.predicates, newComparison(valueType)] };
}

/** The group without one of its predicates; of two, the other one remains by itself. */
export function withoutPredicate(group: PredicateGroup, index: number): Predicate {
  const predicates = group.predicates.filter((_, each) => each !== index);
  const [only] = predicates;
  return predicates.length === 1 && only !== undefined ? only : { ...group, predicates };
}

/** The source of a value; undefined if the value is constant. */
export function sourceOf({ dynamicValue }: RuleValue): Source | undefined {
  return dynamicValue?.sourceType ?? undefined;
}

/** The value read from a source; a constant value if it is undefined. */
export function withSource(value: RuleValue, source: Source | undefined): RuleValue {
  if (source === undefined) {
    return { ...value, dynamicValue: null };
  }
  const { dynamicValue } = value;
  return withDynamic(value, {
    sourceAttribute: dynamicValue?.sourceAttribute ?? '',
    inherit: source !== 'CURRENT_TENANT' && dynamicValue?.inherit === true,
    sourceType: source,
  });
}

export function withDynamic(value: RuleValue, change: DynamicValue): RuleValue {
  return { ...value, dynamicValue: { ...value.dynamicValue, ...change } };
}

export function specTypeOf(spec: Spec | null | undefined): SpecType {
  return spec?.type ?? 'SIMPLE';
}

/** The spec of another type. A dynamic amount stays; a fixed one begins anew. */
export function withSpecType(spec: Spec | null | undefined, type: SpecType): Spec {
  if (spec?.type === type) {
    return spec;
  }
  const dynamic = spec === undefined || spec === null || spec.type === 'SIMPLE' ? null : spec;
  const predicate = {
    userValue: null,
    dynamicValue: dynamic?.predicate.dynamicValue ?? null,
  };
  switch (type) {
    case 'SIMPLE':
      return { type };
    case 'DURATION':
      return { type, unit: 'MINUTES', predicate: { ...predicate, defaultValue: 5 } };
    case 'REPEATING':
      return { type, predicate: { ...predicate, defaultValue: 3 } };
  }
}

export function scheduleTypeOf(schedule: Schedule | null | undefined): ScheduleType {
  return schedule?.type ?? 'ANY_TIME';
}

const HOUR = 3_600_000;
const OFFICE_HOURS = { startsOn: 8 * HOUR, endsOn: 18 * HOUR };

/**
 * The schedule of another type, in the same time zone, or else in the given one. An attribute with a schedule is left
 * behind: its schedule is of the former type.
 */
export function withScheduleType(
  schedule: Schedule | null | undefined,
  type: ScheduleType,
  timeZone: string,
): Schedule | null {
  if (scheduleTypeOf(schedule) === type) {
    return schedule ?? null;
  }
  const zoned = schedule?.type === 'SPECIFIC_TIME' || schedule?.type === 'CUSTOM';
  const timezone = (zoned ? schedule.timezone : null) ?? timeZone;
  switch (type) {
    case 'ANY_TIME':
      return null;
    case 'SPECIFIC_TIME':
      return { type, timezone, daysOfWeek: WORKING_DAYS, ...OFFICE_HOURS };
    case 'CUSTOM':
      return {
        type,
        timezone,
        items: DAYS.map((dayOfWeek) => ({
          enabled: WORKING_DAYS.includes(dayOfWeek),
          dayOfWeek,
          ...OFFICE_HOURS,
        })),
      };
  }
}

/** The times of the days with those of one day changed, or added. */
export function withDay(
  items: readonly DaySchedule[],
  dayOfWeek: number,
  change: Partial<DaySchedule>,
): readonly DaySchedule[] {
  const index = items.findIndex((item) => item.dayOfWeek === dayOfWeek);
  const item = items[index] ?? { enabled: true, dayOfWeek, ...OFFICE_HOURS };
  const changed = { ...item, ...change };
  return index === -1 ? [...items, changed] : replaced(items, index, changed);
}

/** The list with one entry changed. */
export function replaced<T>(list: readonly T[], index: number, entry: T): readonly T[] {
  return list.map((each, at) => (at === index ? entry : each));
}

export function removed<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, at) => at !== index);
}

/** The list with a copy of a set after it. */
export function withCopy(
  sets: readonly RuleSetEntry[],
  index: number,
  copy: { readonly id: string; readonly alarmType: string },
): readonly RuleSetEntry[] {
  return sets.flatMap((set, at) =>
    at === index && isRuleSet(set) ? [set, { ...set, ...copy }] : [set],
  );
}

/**
 * The rule sets as they are saved: numbers that were typed are numbers.
 *
 * @param base the rule sets before the change; those among them that were not changed stay as they are
 */
export function savedRules(
  sets: readonly RuleSetEntry[],
  base: readonly RuleSetEntry[],
): readonly RuleSetEntry[] {
  return sets.map((set) => (isRuleSet(set) && !base.includes(set) ? savedSet(set) : set));
}

function savedSet(set: RuleSet): RuleSet {
  return rulesOf(set).reduce((result, [name, rule]) => withRule(result, name, savedRule(rule)), {
    ...set,
    alarmType: set.alarmType.trim(),
  });
}

function savedRule(rule: AlarmRule): AlarmRule {
  const { condition, spec } = rule.condition;
  return {
    ...rule,
    condition: {
      ...rule.condition,
      condition: condition.map(savedFilter),
      ...(spec !== undefined && spec !== null && { spec: savedSpec(spec) }),
    },
  };
}

function savedFilter(filter: KeyFilter): KeyFilter {
  const isNumeric = comparedType(filter.valueType) === 'NUMERIC';
  return {
    ...filter,
    predicate: savedPredicate(filter.predicate),
    ...(isNumeric && filter.value !== undefined && { value: numberIn(filter.value) }),
  };
}

function savedPredicate(predicate: Predicate): Predicate {
  switch (predicate.type) {
    case 'COMPLEX':
      return { ...predicate, predicates: predicate.predicates.map(savedPredicate) };
    case 'NUMERIC':
      return { ...predicate, value: savedNumber(predicate.value) };
    case 'STRING':
    case 'BOOLEAN':
      return predicate;
  }
}

function savedSpec(spec: Spec): Spec {
  return spec.type === 'SIMPLE' ? spec : { ...spec, predicate: savedNumber(spec.predicate) };
}

function savedNumber(value: RuleValue): RuleValue {
  const { defaultValue } = value;
  return defaultValue === undefined ? value : { ...value, defaultValue: numberIn(defaultValue) };
}

/** The number that was typed; null if nothing was. */
function numberIn(value: Scalar | null): Scalar | null {
  if (typeof value !== 'string') {
    return value;
  }
  return value.trim() === '' ? null : (exactNumber(value) ?? value);
}
