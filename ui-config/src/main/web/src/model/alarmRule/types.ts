// SPDX-License-Identifier: Apache-2.0
// The alarm rules of a device profile as they are in its JSON, `profileData.alarms`. All these objects may have more
// properties than their type says: a change keeps them.
import type { AlarmSeverity } from '../../api/alarms';
import type { NumberValue } from '../number';

export const KEY_TYPES = ['TIME_SERIES', 'ATTRIBUTE', 'ENTITY_FIELD', 'CONSTANT'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

/** The fields of a device that a condition can read, each with the type of its values. */
export const ENTITY_FIELDS = {
  name: 'STRING',
  type: 'STRING',
  label: 'STRING',
  createdTime: 'DATE_TIME',
} as const satisfies Readonly<Record<string, ValueType>>;
export type EntityField = keyof typeof ENTITY_FIELDS;

export const VALUE_TYPES = ['NUMERIC', 'STRING', 'BOOLEAN', 'DATE_TIME'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** The comparisons by the type of the compared values. */
export const OPERATIONS = {
  NUMERIC: ['GREATER', 'GREATER_OR_EQUAL', 'LESS', 'LESS_OR_EQUAL', 'EQUAL', 'NOT_EQUAL'],
  STRING: [
    'EQUAL',
    'NOT_EQUAL',
    'STARTS_WITH',
    'ENDS_WITH',
    'CONTAINS',
    'NOT_CONTAINS',
    'IN',
    'NOT_IN',
  ],
  BOOLEAN: ['EQUAL', 'NOT_EQUAL'],
} as const;
export type ComparedType = keyof typeof OPERATIONS;

export const CONNECTIVES = ['AND', 'OR'] as const;
export type Connective = (typeof CONNECTIVES)[number];

/** Where an attribute is read, from the nearest to the farthest. */
export const SOURCES = ['CURRENT_DEVICE', 'CURRENT_CUSTOMER', 'CURRENT_TENANT'] as const;
export type Source = (typeof SOURCES)[number];

export const SPEC_TYPES = ['SIMPLE', 'DURATION', 'REPEATING'] as const;
export type SpecType = (typeof SPEC_TYPES)[number];

export const TIME_UNITS = ['MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const SCHEDULE_TYPES = ['ANY_TIME', 'SPECIFIC_TIME', 'CUSTOM'] as const;
export type ScheduleType = (typeof SCHEDULE_TYPES)[number];

/** A value in a rule. A number that is being typed is a text, until {@link savedRules} makes it a number. */
export type Scalar = boolean | string | NumberValue;

/** The value of an attribute; of none if it has no source. */
export interface DynamicValue {
  readonly sourceType?: Source | null;
  readonly sourceAttribute?: string | null;
  /** Whether the customer and the tenant are asked next. */
  readonly inherit?: boolean | null;
}

/** The value of an attribute, or the default value if the attribute is missing or none is named. */
export interface RuleValue {
  readonly defaultValue?: Scalar | null;
  readonly dynamicValue?: DynamicValue | null;
}

export interface Comparison {
  readonly type: ComparedType;
  readonly operation: string;
  readonly value: RuleValue;
  /** For texts only. */
  readonly ignoreCase?: boolean | null;
}

/** Several predicates on the same value. */
export interface PredicateGroup {
  readonly type: 'COMPLEX';
  readonly operation: Connective;
  readonly predicates: readonly Predicate[];
}

export type Predicate = Comparison | PredicateGroup;

/** A condition on one value. */
export interface KeyFilter {
  readonly key: { readonly type: KeyType; readonly key?: string | null };
  readonly valueType: ValueType;
  /** The value of a constant. */
  readonly value?: Scalar | null;
  readonly predicate: Predicate;
}

/** How long or how often the conditions must hold; at once if it is absent. */
export type Spec =
  | { readonly type: 'SIMPLE' }
  | { readonly type: 'DURATION'; readonly unit: TimeUnit; readonly predicate: RuleValue }
  | { readonly type: 'REPEATING'; readonly predicate: RuleValue };

/** Milliseconds since midnight; the end 0 is the end of the day, and an end before the start is on the next day. */
export interface DayTimes {
  readonly startsOn?: NumberValue | null;
  readonly endsOn?: NumberValue | null;
}

export interface DaySchedule extends DayTimes {
  readonly enabled?: boolean | null;
  /** From 1 for Monday to 7 for Sunday. */
  readonly dayOfWeek: number;
}

interface ZonedSchedule {
  readonly timezone?: string | null;
  /** An attribute with another schedule, which the form keeps. */
  readonly dynamicValue?: DynamicValue | null;
}

/** When a rule is active; always if it is absent. */
export type Schedule = { readonly type: 'ANY_TIME' } | SpecificTime | CustomTimes;

export interface SpecificTime extends ZonedSchedule, DayTimes {
  readonly type: 'SPECIFIC_TIME';
  readonly daysOfWeek: readonly number[];
}

/** A day without an item is not active. */
export interface CustomTimes extends ZonedSchedule {
  readonly type: 'CUSTOM';
  readonly items: readonly DaySchedule[];
}

export interface AlarmRule {
  /** All filters must hold. */
  readonly condition: { readonly condition: readonly KeyFilter[]; readonly spec?: Spec | null };
  readonly schedule?: Schedule | null;
  /** A text with `${key}`. */
  readonly alarmDetails?: string | null;
}

/** The rules of one type of alarm. */
export interface RuleSet {
  readonly id: string;
  readonly alarmType: string;
  readonly createRules?: Readonly<Partial<Record<AlarmSeverity, AlarmRule>>> | null;
  readonly clearRule?: AlarmRule | null;
  readonly propagate?: boolean | null;
  readonly propagateToOwner?: boolean | null;
  readonly propagateToTenant?: boolean | null;
  /** The types of relations; all if there are none. */
  readonly propagateRelationTypes?: readonly string[] | null;
}
