// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import { numberOf } from '../../../model/alarmRule/checks';
import { CLEAR, sourceOf, type RuleName } from '../../../model/alarmRule/edits';
import { runsOf, timeText } from '../../../model/alarmRule/times';
import {
  ENTITY_FIELDS,
  type AlarmRule,
  type Comparison,
  type Connective,
  type DaySchedule,
  type DayTimes,
  type DynamicValue,
  type EntityField,
  type KeyFilter,
  type Predicate,
  type RuleValue,
  type Scalar,
  type Schedule,
  type Source,
  type Spec,
  type ValueType,
} from '../../../model/alarmRule/types';
import { formatNumber, isNumber } from '../../../model/number';

/** The language of a sentence. */
export interface Words {
  readonly t: TFunction;
  /** The tag of the language, for names of days and dates. */
  readonly language: string;
}

const SYMBOLS: Readonly<Record<string, string>> = {
  EQUAL: '=',
  NOT_EQUAL: '≠',
  GREATER: '>',
  GREATER_OR_EQUAL: '≥',
  LESS: '<',
  LESS_OR_EQUAL: '≤',
};

/** Stands for what the user has not entered yet. */
const MISSING = '…';

/** A rule in words: "Critical when temperature > 30 for 5 minutes, on Mon to Fri 08:00 to 18:00 (Europe/Berlin)". */
export function ruleSentence(words: Words, name: RuleName, rule: AlarmRule): string {
  const { t } = words;
  const outcome =
    name === CLEAR ? t('alarmRules.sentence.cleared') : t(`alarms.severities.${name}`);
  const { condition, spec } = rule.condition;
  if (condition.length === 0) {
    return t('alarmRules.sentence.noCondition', { outcome });
  }
  const conditions = joined(
    words,
    'AND',
    condition.map((filter) => filterText(words, filter, condition.length > 1)),
  );
  const lasting = withSpec(words, conditions, spec);
  const times = scheduleText(words, rule.schedule);
  const when =
    times === undefined ? lasting : t('alarmRules.sentence.at', { when: lasting, times });
  return t('alarmRules.sentence.rule', { outcome, when });
}

function joined({ t }: Words, connective: Connective, parts: readonly string[]): string {
  return parts.length === 0
    ? MISSING
    : parts.reduce((left, right) => t(`alarmRules.sentence.joined.${connective}`, { left, right }));
}

function filterText(words: Words, filter: KeyFilter, isPart: boolean): string {
  return words.t('alarmRules.sentence.compared', {
    left: keyText(words, filter),
    right: predicateText(words, filter.predicate, filter.valueType, isPart),
  });
}

function keyText(words: Words, { key, valueType, value }: KeyFilter): string {
  const { t } = words;
  const name = key.key === undefined || key.key === null || key.key === '' ? MISSING : key.key;
  switch (key.type) {
    case 'TIME_SERIES':
      return name;
    case 'ATTRIBUTE':
      return t('alarmRules.sentence.attribute', { key: name });
    case 'ENTITY_FIELD':
      return name in ENTITY_FIELDS ? t(`alarmRules.sentence.field.${name as EntityField}`) : name;
    case 'CONSTANT':
      return scalarText(words, value, valueType);
  }
}

/** @param isPart whether a group needs parentheses */
function predicateText(
  words: Words,
  predicate: Predicate,
  valueType: ValueType,
  isPart: boolean,
): string {
  if (predicate.type !== 'COMPLEX') {
    return comparisonText(words, predicate, valueType);
  }
  const parts = predicate.predicates.map((each) => predicateText(words, each, valueType, true));
  const text = joined(words, predicate.operation, parts);
  return isPart && parts.length > 1 ? `(${text})` : text;
}

function comparisonText(words: Words, comparison: Comparison, valueType: ValueType): string {
  const { t } = words;
  const { operation, value, ignoreCase } = comparison;
  const compared = t('alarmRules.sentence.compared', {
    left:
      valueType === 'NUMERIC'
        ? (SYMBOLS[operation] ?? operation)
        : operationText(t, valueType, operation),
    right: valueText(words, value, valueType),
  });
  return ignoreCase === true ? t('alarmRules.sentence.ignoringCase', { compared }) : compared;
}

/** The name of an operation on values of a type. */
export function operationText(t: TFunction, valueType: ValueType, operation: string): string {
  // The reader of the rules has checked that the type has the operation.
  return t(
    `alarmRules.operation.${valueType}.${operation}` as 'alarmRules.operation.BOOLEAN.EQUAL',
  );
}

function valueText(words: Words, value: RuleValue, valueType: ValueType): string {
  const { t } = words;
  const source = sourceOf(value);
  const { defaultValue } = value;
  const fallback = scalarText(words, defaultValue, valueType);
  if (source === undefined) {
    return fallback;
  }
  const attribute = attributeText(words, source, value.dynamicValue ?? {});
  return fallback === MISSING
    ? attribute
    : t('alarmRules.sentence.withDefault', { value: attribute, fallback });
}

function attributeText({ t }: Words, source: Source, dynamic: DynamicValue): string {
  const { sourceAttribute, inherit } = dynamic;
  return t('alarmRules.sentence.attributeOf', {
    attribute: sourceAttribute === '' ? MISSING : (sourceAttribute ?? MISSING),
    phrase:
      inherit === true && source !== 'CURRENT_TENANT'
        ? t(`alarmRules.sentence.inherited.${source}`)
        : t(`alarmRules.sentence.source.${source}`),
  });
}

function scalarText(
  { t, language }: Words,
  value: Scalar | null | undefined,
  valueType: ValueType,
): string {
  if (value === null || value === undefined) {
    return MISSING;
  }
  switch (valueType) {
    case 'NUMERIC':
      return numberText(value);
    case 'DATE_TIME': {
      const time = numberOf(value);
      return time === undefined
        ? MISSING
        : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
            time,
          );
    }
    case 'BOOLEAN':
      return t(value === true ? 'alarmRules.true' : 'alarmRules.false');
    case 'STRING':
      return t('alarmRules.sentence.quoted', {
        text: isNumber(value) ? formatNumber(value) : String(value),
      });
  }
}

function numberText(value: Scalar): string {
  if (isNumber(value)) {
    return formatNumber(value);
  }
  const text = String(value).trim();
  return text === '' ? MISSING : text;
}

function withSpec(words: Words, conditions: string, spec: Spec | null | undefined): string {
  const { t } = words;
  if (spec === null || spec === undefined || spec.type === 'SIMPLE') {
    return conditions;
  }
  const count = numberOf(spec.predicate.defaultValue);
  const isFixed = sourceOf(spec.predicate) === undefined && count !== undefined;
  const value = valueText(words, spec.predicate, 'NUMERIC');
  if (spec.type === 'DURATION') {
    return isFixed
      ? t('alarmRules.sentence.lasting', {
          conditions,
          duration: t(`alarmRules.sentence.duration.${spec.unit}`, { count }),
        })
      : t('alarmRules.sentence.lastingBy', {
          conditions,
          phrase: t(`alarmRules.unit.${spec.unit}`),
          value,
        });
  }
  return isFixed
    ? t('alarmRules.sentence.repeated', { conditions, count })
    : t('alarmRules.sentence.repeatedBy', { conditions, value });
}

function scheduleText(words: Words, schedule: Schedule | null | undefined): string | undefined {
  const { t } = words;
  if (schedule === null || schedule === undefined || schedule.type === 'ANY_TIME') {
    return undefined;
  }
  const groups =
    schedule.type === 'SPECIFIC_TIME'
      ? [dayTimesText(words, schedule.daysOfWeek, schedule)]
      : groupsOf(schedule.items.filter(({ enabled }) => enabled === true)).map(([days, hours]) =>
          dayTimesText(words, days, hours),
        );
  const times = t('alarmRules.sentence.zoned', {
    times:
      groups.length === 0
        ? daysText(words, [])
        : groups.reduce((left, right) => t('alarmRules.sentence.bothTimes', { left, right })),
    timeZone: schedule.timezone ?? MISSING,
  });
  const { dynamicValue } = schedule;
  const source = sourceOf({ dynamicValue: dynamicValue ?? null });
  return source === undefined
    ? times
    : t('alarmRules.sentence.unless', {
        times,
        phrase: attributeText(words, source, dynamicValue ?? {}),
      });
}

/** The days that have the same times together, in the order of their first day. */
function groupsOf(items: readonly DaySchedule[]): readonly (readonly [number[], DayTimes])[] {
  const groups = new Map<string, [number[], DayTimes]>();
  items.forEach((item) => {
    const hours = hoursOf(item).join();
    const [days, times] = groups.get(hours) ?? [[], item];
    groups.set(hours, [[...days, item.dayOfWeek], times]);
  });
  return [...groups.values()];
}

function dayTimesText(words: Words, days: readonly number[], times: DayTimes): string {
  const { t } = words;
  const text = daysText(words, days);
  const [from, to] = hoursOf(times);
  return days.length === 0 || (from === '00:00' && to === '24:00')
    ? text
    : t('alarmRules.sentence.hours', { days: text, from, to });
}

function hoursOf({ startsOn, endsOn }: DayTimes): readonly [from: string, to: string] {
  const to = timeText(endsOn);
  return [timeText(startsOn) || MISSING, to === '00:00' ? '24:00' : to || MISSING];
}

function daysText(words: Words, days: readonly number[]): string {
  const { t, language } = words;
  if (days.length === 0) {
    return t('alarmRules.sentence.noDay');
  }
  const runs = runsOf(days);
  if (runs.some(([from, to]) => from === 1 && to === 7)) {
    return t('alarmRules.sentence.everyDay');
  }
  const names = runs.flatMap(([from, to]) => {
    const [first, last] = [dayName(language, from), dayName(language, to)];
    const between = t('alarmRules.sentence.dayToDay', { fromPhrase: first, toPhrase: last });
    return from === to ? [first] : to === from + 1 ? [first, last] : [between];
  });
  return t('alarmRules.sentence.onDays', { days: new Intl.ListFormat(language).format(names) });
}

/** The name of a day of the week, from 1 for Monday. */
export function dayName(
  language: string,
  dayOfWeek: number,
  weekday: 'short' | 'long' = 'short',
): string {
  // 1 January 2024 was a Monday.
  const date = Date.UTC(2024, 0, dayOfWeek);
  return new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(date);
}
