// SPDX-License-Identifier: Apache-2.0
import { SEVERITIES } from '../../api/alarms';
import type { Json, JsonObject } from '../json';
import { isNumber } from '../number';
import {
  CONNECTIVES,
  KEY_TYPES,
  OPERATIONS,
  SOURCES,
  TIME_UNITS,
  VALUE_TYPES,
  type ComparedType,
  type RuleSet,
  type ValueType,
} from './types';

/** A rule set as it is in the profile. One that the form cannot show stays as it is. */
export type RuleSetEntry = RuleSet | Json;

type Check = (value: unknown) => boolean;

/** The type of the predicates on values of a type. */
export function comparedType(valueType: ValueType): ComparedType {
  return valueType === 'DATE_TIME' ? 'NUMERIC' : valueType;
}

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const scalar: Check = (value) => text(value) || flag(value) || isNumber(value);
const dayOfWeek: Check = (value) => [1, 2, 3, 4, 5, 6, 7].includes(value as number);

const dynamicValue = object({
  sourceType: optional(oneOf(SOURCES)),
  sourceAttribute: optional(text),
  inherit: optional(flag),
});

const ruleValue = object({
  defaultValue: optional(scalar),
  dynamicValue: optional(dynamicValue),
});

const spec = byType({
  SIMPLE: {},
  DURATION: { unit: oneOf(TIME_UNITS), predicate: ruleValue },
  REPEATING: { predicate: ruleValue },
});

const times = { startsOn: optional(isNumber), endsOn: optional(isNumber) };
const zoned = { timezone: optional(text), dynamicValue: optional(dynamicValue) };

const schedule = byType({
  ANY_TIME: {},
  SPECIFIC_TIME: { ...zoned, ...times, daysOfWeek: list(dayOfWeek) },
  CUSTOM: { ...zoned, items: list(object({ ...times, enabled: optional(flag), dayOfWeek })) },
});

const rule = object({
  condition: object({ condition: list(isFilter), spec: optional(spec) }),
  schedule: optional(schedule),
  alarmDetails: optional(text),
});

const ruleSet = object({
  id: text,
  alarmType: text,
  createRules: optional(
    (value) =>
      isObject(value) &&
      Object.entries(value).every(([name, each]) => oneOf(SEVERITIES)(name) && rule(each)),
  ),
  clearRule: optional(rule),
  propagate: optional(flag),
  propagateToOwner: optional(flag),
  propagateToTenant: optional(flag),
  propagateRelationTypes: optional(list(text)),
});

/** True if the form can show all of a rule set and change it without loss. */
export function isRuleSet(entry: RuleSetEntry): entry is RuleSet {
  return ruleSet(entry);
}

function isFilter(value: unknown): boolean {
  return (
    object({
      key: object({ type: oneOf(KEY_TYPES), key: optional(text) }),
      valueType: oneOf(VALUE_TYPES),
      value: optional(scalar),
    })(value) &&
    isObject(value) &&
    predicateOf(comparedType(value.valueType as ValueType))(value.predicate)
  );
}

function predicateOf(type: ComparedType): Check {
  const check = byType({
    [type]: {
      operation: oneOf(OPERATIONS[type]),
      value: ruleValue,
      ignoreCase: optional(flag),
    },
    COMPLEX: { operation: oneOf(CONNECTIVES), predicates: list((value) => check(value)) },
  });
  return check;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value);
}

function oneOf(values: readonly string[]): Check {
  return (value) => typeof value === 'string' && values.includes(value);
}

function optional(check: Check): Check {
  return (value) => value === undefined || value === null || check(value);
}

function list(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function object(checks: Readonly<Record<string, Check>>): Check {
  return (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
}

/** An object whose `type` says which properties it has. */
function byType(checks: Readonly<Record<string, Readonly<Record<string, Check>>>>): Check {
  return (value) =>
    isObject(value) &&
    typeof value.type === 'string' &&
    Object.hasOwn(checks, value.type) &&
    object(checks[value.type] ?? {})(value);
}
