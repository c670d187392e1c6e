// SPDX-License-Identifier: Apache-2.0
import { exactNumber } from '../schema/numbers';
import { isNumber, toDouble } from '../number';
import { rulesOf, sourceOf, CLEAR, type RuleName } from './edits';
import { isRuleSet, type RuleSetEntry } from './reading';
import type {
  AlarmRule,
  DayTimes,
  KeyFilter,
  Predicate,
  RuleSet,
  RuleValue,
  Scalar,
  Schedule,
  Spec,
  ValueType,
} from './types';

/** Where the rule sets are in a profile. The server names the places of faults in the same way. */
export const ALARMS = 'profileData.alarms';

/** Why a rule set cannot be saved. */
export type RuleProblem =
  | 'alarmTypeRequired'
  | 'alarmTypeTaken'
  | 'ruleRequired'
  | 'conditionRequired'
  | 'keyRequired'
  | 'numberRequired'
  | 'timeRequired'
  | 'choiceRequired'
  | 'attributeRequired'
  | 'constantNeedsAttribute'
  | 'amount'
  | 'timeZoneRequired'
  | 'dayRequired'
  | 'sameTimes';

/** The problems by the path of their field. */
export type RuleProblems = ReadonlyMap<string, RuleProblem>;

/** A field of the form, and what is wrong with its value. */
type Field = readonly [path: string, problem?: RuleProblem | false];
type Fields = Generator<Field>;

export function pathOfSet(index: number): string {
  return `${ALARMS}[${index}]`;
}

export function pathOfRule(set: string, name: RuleName): string {
  return name === CLEAR ? `${set}.clearRule` : `${set}.createRules.${name}`;
}

/**
 * What is wrong with rule sets.
 *
 * @param base the rule sets before the change; those among them that were not changed are for the server to judge
 */
export function problemsIn(
  sets: readonly RuleSetEntry[],
  base: readonly RuleSetEntry[],
): RuleProblems {
  return new Map(
    sets.flatMap((set, index) =>
      isRuleSet(set) && !base.includes(set)
        ? [...fieldsOfSet(set, index, sets)].flatMap(([path, problem]) =>
            problem ? [[path, problem] as const] : [],
          )
        : [],
    ),
  );
}

/** A fault that the server has found in the rule sets, at a field of the form. */
export interface RuleFault {
  readonly path: string;
  readonly reason: string;
}

/**
 * The field that a message of the server is about: the one that it names, or the nearest one around it. Its reason then
 * names the exact place.
 */
export function faultIn(message: string, sets: readonly RuleSetEntry[]): RuleFault {
  const named = /^(profileData\.alarms[^:\s]*):\s*(.*)$/s.exec(message);
  const [, place = ALARMS, reason = message] = named ?? [];
  const paths = sets.flatMap((set, index) =>
    isRuleSet(set) ? [...fieldsOfSet(set, index, sets)].map(([path]) => path) : [pathOfSet(index)],
  );
  const around = paths
    .filter((path) => isWithin(place, path))
    .reduce((nearest, path) => (path.length > nearest.length ? path : nearest), ALARMS);
  return { path: around, reason: around === place ? reason : message };
}

/** True if a path is another one, or leads to a part of it. */
export function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && ['', '.', '['].includes(path.charAt(outer.length));
}

function* fieldsOfSet(set: RuleSet, index: number, all: readonly RuleSetEntry[]): Fields {
  const path = pathOfSet(index);
  yield [path];
  const type = set.alarmType.trim();
  const isTaken = all.some(
    (other, at) => at !== index && isRuleSet(other) && other.alarmType.trim() === type,
  );
  yield [`${path}.alarmType`, type === '' ? 'alarmTypeRequired' : isTaken && 'alarmTypeTaken'];
  const rules = rulesOf(set);
  yield [`${path}.createRules`, rules.every(([name]) => name === CLEAR) && 'ruleRequired'];
  for (const [name, rule] of rules) {
    yield* fieldsOfRule(rule, pathOfRule(path, name));
  }
  yield [`${path}.propagateRelationTypes`];
}

function* fieldsOfRule({ condition, schedule }: AlarmRule, path: string): Fields {
  yield [path];
  const filters = `${path}.condition.condition`;
  yield [filters, condition.condition.length === 0 && 'conditionRequired'];
  for (const [index, filter] of condition.condition.entries()) {
    yield* fieldsOfFilter(filter, `${filters}[${index}]`);
  }
  yield* fieldsOfSpec(condition.spec, `${path}.condition.spec`);
  yield* fieldsOfSchedule(schedule, `${path}.schedule`);
  yield [`${path}.alarmDetails`];
}

function* fieldsOfFilter({ key, valueType, value, predicate }: KeyFilter, path: string): Fields {
  const isConstant = key.type === 'CONSTANT';
  yield [`${path}.key.type`];
  yield [`${path}.valueType`];
  if (isConstant) {
    yield [`${path}.value`, problemOfScalar(value, valueType)];
  } else {
    yield [`${path}.key.key`, (key.key ?? '').trim() === '' && 'keyRequired'];
  }
  yield* fieldsOfPredicate(predicate, valueType, isConstant, `${path}.predicate`);
}

function* fieldsOfPredicate(
  predicate: Predicate,
  valueType: ValueType,
  ofConstant: boolean,
  path: string,
): Fields {
  yield [`${path}.operation`];
  if (predicate.type === 'COMPLEX') {
    for (const [index, each] of predicate.predicates.entries()) {
      yield* fieldsOfPredicate(each, valueType, ofConstant, `${path}.predicates[${index}]`);
    }
    return;
  }
  const { value } = predicate;
  const isDynamic = sourceOf(value) !== undefined;
  yield [
    `${path}.value.dynamicValue.sourceType`,
    ofConstant && !isDynamic && 'constantNeedsAttribute',
  ];
  yield* fieldsOfDynamic(value, `${path}.value`);
  const isOptional = isDynamic && isEmpty(value.defaultValue);
  yield [
    `${path}.value.defaultValue`,
    !isOptional && problemOfScalar(value.defaultValue, valueType),
  ];
}

function* fieldsOfDynamic(value: RuleValue, path: string): Fields {
  const attribute = value.dynamicValue?.sourceAttribute ?? '';
  if (sourceOf(value) !== undefined) {
    yield [`${path}.dynamicValue.sourceAttribute`, attribute.trim() === '' && 'attributeRequired'];
  }
}

/** The amounts are whole numbers of at most 31 bits. */
const MOST = 2 ** 31 - 1;

function* fieldsOfSpec(spec: Spec | null | undefined, path: string): Fields {
  yield [`${path}.type`];
  if (spec === null || spec === undefined || spec.type === 'SIMPLE') {
    return;
  }
  if (spec.type === 'DURATION') {
    yield [`${path}.unit`];
  }
  yield* fieldsOfDynamic(spec.predicate, `${path}.predicate`);
  const amount = numberOf(spec.predicate.defaultValue);
  const isAmount =
    amount !== undefined && Number.isInteger(amount) && amount >= 1 && amount <= MOST;
  yield [`${path}.predicate.defaultValue`, !isAmount && 'amount'];
}

function* fieldsOfSchedule(schedule: Schedule | null | undefined, path: string): Fields {
  yield [`${path}.type`];
  if (schedule === null || schedule === undefined || schedule.type === 'ANY_TIME') {
    return;
  }
  yield [`${path}.timezone`, (schedule.timezone ?? '') === '' && 'timeZoneRequired'];
  if (schedule.type === 'SPECIFIC_TIME') {
    yield [`${path}.daysOfWeek`, schedule.daysOfWeek.length === 0 && 'dayRequired'];
    yield* fieldsOfTimes(schedule, path);
    return;
  }
  const active = schedule.items.filter(({ enabled }) => enabled === true);
  yield [`${path}.items`, active.length === 0 && 'dayRequired'];
  for (const [index, item] of schedule.items.entries()) {
    if (item.enabled === true) {
      yield* fieldsOfTimes(item, `${path}.items[${index}]`);
    }
  }
}

function* fieldsOfTimes({ startsOn, endsOn }: DayTimes, path: string): Fields {
  yield [`${path}.startsOn`, !isNumber(startsOn) && 'timeRequired'];
  const start = numberOf(startsOn);
  const isNever = start !== 0 && start !== undefined && start === numberOf(endsOn);
  yield [`${path}.endsOn`, !isNumber(endsOn) ? 'timeRequired' : isNever && 'sameTimes'];
}

function problemOfScalar(value: Scalar | null | undefined, type: ValueType): RuleProblem | false {
  switch (type) {
    case 'NUMERIC':
      return numberOf(value) === undefined && 'numberRequired';
    case 'DATE_TIME':
      return numberOf(value) === undefined && 'timeRequired';
    case 'BOOLEAN':
      return typeof value !== 'boolean' && 'choiceRequired';
    case 'STRING':
      // An empty text is a text.
      return false;
  }
}

function isEmpty(value: Scalar | null | undefined): boolean {
  return (
    value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
  );
}

/** A number of a rule, also one that is being typed; undefined if it is none. */
export function numberOf(value: Scalar | null | undefined): number | undefined {
  if (isNumber(value)) {
    return toDouble(value);
  }
  return typeof value === 'string' ? exactNumber(value) : undefined;
}
