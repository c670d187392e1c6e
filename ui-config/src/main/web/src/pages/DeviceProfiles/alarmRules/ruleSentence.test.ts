// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { i18n } from '../../../i18n/i18n';
import { zh } from '../../../i18n/zh';
import { CLEAR, type RuleName } from '../../../model/alarmRule/edits';
import { constant, greaterThan, HOT, ruleOf, timeSeries } from '../../../model/alarmRule/fixture';
import type {
  AlarmRule,
  Comparison,
  DynamicValue,
  KeyFilter,
  KeyType,
  Predicate,
  Schedule,
  Spec,
  ValueType,
} from '../../../model/alarmRule/types';
import { ruleSentence } from './ruleSentence';

i18n.addResourceBundle('zh-Hans', 'translation', zh);

/** Expects the sentences of a rule in English and in Chinese. */
function says(rule: AlarmRule, english: string, chinese: string, name: RuleName = 'CRITICAL') {
  const sentences = ['en', 'zh-Hans'].map((language) =>
    ruleSentence({ t: i18n.getFixedT(language), language }, name, rule),
  );
  expect(sentences).toEqual([english, chinese]);
}

const HOUR = 3_600_000;
const OFFICE_HOURS = { startsOn: 8 * HOUR, endsOn: 18 * HOUR };

function withSpec(spec: Spec): AlarmRule {
  return { ...HOT, condition: { ...HOT.condition, spec } };
}

function withSchedule(schedule: Schedule): AlarmRule {
  return { ...HOT, schedule };
}

function onKey(type: KeyType, key: string): KeyFilter {
  return { ...timeSeries('', greaterThan(constant(5))), key: { type, key } };
}

function compared(type: ValueType, comparison: Comparison): AlarmRule {
  return ruleOf(timeSeries('x', comparison, type));
}

function dynamic(dynamicValue: DynamicValue, defaultValue: number | null = null) {
  return { defaultValue, dynamicValue };
}

describe('the sentence of a rule', () => {
  it('has the conditions, how long they hold, and when the rule is active', () => {
    const rule = {
      ...withSpec({ type: 'DURATION', unit: 'MINUTES', predicate: constant(5) }),
      schedule: {
        type: 'SPECIFIC_TIME',
        timezone: 'Europe/Berlin',
        daysOfWeek: [1, 2, 3, 4, 5],
        ...OFFICE_HOURS,
      },
    } as const;
    says(
      rule,
      'Critical when temperature > 30 for 5 minutes, on Mon to Fri 08:00 to 18:00 (Europe/Berlin)',
      '危急：temperature > 30，持续 5 分钟，周一至周五 08:00 至 18:00（Europe/Berlin）',
    );
  });

  it('says of a clear rule that it clears', () => {
    says(HOT, 'Cleared when temperature > 30', '清除：temperature > 30', CLEAR);
  });

  it('says that there is no condition', () => {
    says(ruleOf(), 'Major: no condition yet', '重要：尚无条件', 'MAJOR');
  });
});

describe('a key', () => {
  it.each<[KeyType, string, string, string]>([
    ['TIME_SERIES', 'pressure', 'pressure', 'pressure'],
    ['TIME_SERIES', '', '…', '…'],
    ['ATTRIBUTE', 'limit', 'attribute limit', '属性 limit'],
    ['ENTITY_FIELD', 'name', 'device name', '设备名称'],
    ['ENTITY_FIELD', 'type', 'device profile', '设备配置'],
    ['ENTITY_FIELD', 'label', 'device label', '设备标签'],
    ['ENTITY_FIELD', 'createdTime', 'creation time', '创建时间'],
    ['ENTITY_FIELD', 'other', 'other', 'other'],
  ])('of the type %s: %s', (type, key, english, chinese) => {
    says(ruleOf(onKey(type, key)), `Critical when ${english} > 5`, `危急：${chinese} > 5`);
  });

  it('is the value of a constant', () => {
    const filter = {
      ...onKey('CONSTANT', ''),
      value: 20,
      predicate: greaterThan(dynamic({ sourceType: 'CURRENT_DEVICE', sourceAttribute: 'limit' })),
    };
    says(
      ruleOf(filter),
      'Critical when 20 > attribute limit of the device',
      '危急：20 > 设备的属性 limit',
    );
  });
});

describe('a predicate', () => {
  it.each([
    ['GREATER', '>'],
    ['GREATER_OR_EQUAL', '≥'],
    ['LESS', '<'],
    ['LESS_OR_EQUAL', '≤'],
    ['EQUAL', '='],
    ['NOT_EQUAL', '≠'],
  ])('on numbers: %s', (operation, sign) => {
    const rule = compared('NUMERIC', { type: 'NUMERIC', operation, value: constant(0.5) });
    says(rule, `Critical when x ${sign} 0.5`, `危急：x ${sign} 0.5`);
  });

  it.each([
    ['EQUAL', 'is', '等于'],
    ['NOT_EQUAL', 'is not', '不等于'],
    ['STARTS_WITH', 'starts with', '开头为'],
    ['ENDS_WITH', 'ends with', '结尾为'],
    ['CONTAINS', 'contains', '包含'],
    ['NOT_CONTAINS', 'does not contain', '不包含'],
    ['IN', 'is one of', '属于'],
    ['NOT_IN', 'is none of', '不属于'],
  ])('on texts: %s', (operation, english, chinese) => {
    const rule = compared('STRING', { type: 'STRING', operation, value: constant('on') });
    says(rule, `Critical when x ${english} "on"`, `危急：x ${chinese} “on”`);
  });

  it('that ignores case says so', () => {
    const value = constant('on');
    says(
      compared('STRING', { type: 'STRING', operation: 'EQUAL', value, ignoreCase: true }),
      'Critical when x is "on" (ignoring case)',
      '危急：x 等于 “on”（忽略大小写）',
    );
  });

  it.each([
    ['EQUAL', true, 'is true', '为 真'],
    ['NOT_EQUAL', false, 'is not false', '不为 假'],
  ])('on Booleans: %s %s', (operation, value, english, chinese) => {
    const rule = compared('BOOLEAN', { type: 'BOOLEAN', operation, value: constant(value) });
    says(rule, `Critical when x ${english}`, `危急：x ${chinese}`);
  });

  it.each([
    ['GREATER', 'is after', '晚于'],
    ['GREATER_OR_EQUAL', 'is at or after', '不早于'],
    ['LESS', 'is before', '早于'],
    ['LESS_OR_EQUAL', 'is at or before', '不晚于'],
    ['EQUAL', 'is', '等于'],
    ['NOT_EQUAL', 'is not', '不等于'],
  ])('on times: %s', (operation, english, chinese) => {
    const time = new Date(2026, 0, 2, 3, 4).getTime();
    const text = (language: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
    says(
      compared('DATE_TIME', { type: 'NUMERIC', operation, value: constant(time) }),
      `Critical when x ${english} ${text('en')}`,
      `危急：x ${chinese} ${text('zh-Hans')}`,
    );
  });

  const high = greaterThan(constant(30));
  const low: Predicate = { type: 'NUMERIC', operation: 'LESS', value: constant(5) };
  const either: Predicate = { type: 'COMPLEX', operation: 'OR', predicates: [low, high] };

  it('of several names the key once', () => {
    says(ruleOf(timeSeries('t', either)), 'Critical when t < 5 or > 30', '危急：t < 5 或 > 30');
  });

  it('of several stands in parentheses among others', () => {
    const nested: Predicate = { type: 'COMPLEX', operation: 'AND', predicates: [either, high] };
    says(
      ruleOf(timeSeries('t', either), timeSeries('u', nested), timeSeries('v', low)),
      'Critical when t (< 5 or > 30) and u ((< 5 or > 30) and > 30) and v < 5',
      '危急：t (< 5 或 > 30) 且 u ((< 5 或 > 30) 且 > 30) 且 v < 5',
    );
  });
});

describe('a value', () => {
  it.each<[DynamicValue, string, string]>([
    [{ sourceType: 'CURRENT_DEVICE' }, 'the device', '设备'],
    [{ sourceType: 'CURRENT_CUSTOMER' }, 'the customer', '客户'],
    [{ sourceType: 'CURRENT_TENANT' }, 'the tenant', '租户'],
    [
      { sourceType: 'CURRENT_DEVICE', inherit: true },
      'the device, its customer or the tenant',
      '设备、其客户或租户',
    ],
    [{ sourceType: 'CURRENT_CUSTOMER', inherit: true }, 'the customer or the tenant', '客户或租户'],
    [{ sourceType: 'CURRENT_TENANT', inherit: true }, 'the tenant', '租户'],
  ])('of an attribute: %j', (source, english, chinese) => {
    const value = dynamic({ ...source, sourceAttribute: 'limit' });
    says(
      ruleOf(timeSeries('t', greaterThan(value))),
      `Critical when t > attribute limit of ${english}`,
      `危急：t > ${chinese}的属性 limit`,
    );
  });

  it('of an attribute has a default value', () => {
    const value = dynamic({ sourceType: 'CURRENT_DEVICE', sourceAttribute: 'limit' }, 30);
    says(
      ruleOf(timeSeries('t', greaterThan(value))),
      'Critical when t > attribute limit of the device (30 if it is missing)',
      '危急：t > 设备的属性 limit（缺失时为 30）',
    );
  });

  it('that is not entered yet is a gap', () => {
    says(
      ruleOf(timeSeries('t', greaterThan({ defaultValue: '' }))),
      'Critical when t > …',
      '危急：t > …',
    );
  });
});

describe('a spec', () => {
  const delay = dynamic({ sourceType: 'CURRENT_DEVICE', sourceAttribute: 'delay' }, 5);

  it.each<[Spec, string, string]>([
    [{ type: 'SIMPLE' }, '', ''],
    [{ type: 'DURATION', unit: 'HOURS', predicate: constant(1) }, ' for 1 hour', '，持续 1 小时'],
    [{ type: 'DURATION', unit: 'DAYS', predicate: constant(2) }, ' for 2 days', '，持续 2 天'],
    [
      { type: 'DURATION', unit: 'SECONDS', predicate: delay },
      ' for as many seconds as attribute delay of the device (5 if it is missing)',
      '，持续的秒数为 设备的属性 delay（缺失时为 5）',
    ],
    [{ type: 'REPEATING', predicate: constant(1) }, ', 1 time', '，连续 1 次'],
    [{ type: 'REPEATING', predicate: constant(3) }, ', 3 times in a row', '，连续 3 次'],
    [
      { type: 'REPEATING', predicate: delay },
      ', as many times in a row as attribute delay of the device (5 if it is missing)',
      '，连续次数为 设备的属性 delay（缺失时为 5）',
    ],
  ])('%j', (spec, english, chinese) => {
    says(
      withSpec(spec),
      `Critical when temperature > 30${english}`,
      `危急：temperature > 30${chinese}`,
    );
  });
});

describe('a schedule', () => {
  const specific = { type: 'SPECIFIC_TIME', timezone: 'UTC', ...OFFICE_HOURS } as const;
  const item = (dayOfWeek: number, enabled = true) => ({ enabled, dayOfWeek, ...OFFICE_HOURS });

  it.each<[Schedule, string, string]>([
    [{ type: 'ANY_TIME' }, '', ''],
    [
      { ...specific, daysOfWeek: [1, 2, 3, 4, 5, 6, 7] },
      ', every day 08:00 to 18:00 (UTC)',
      '，每天 08:00 至 18:00（UTC）',
    ],
    [
      { ...specific, daysOfWeek: [7, 1, 2, 4], startsOn: 22 * HOUR, endsOn: 6 * HOUR },
      ', on Mon, Tue, Thu, and Sun 22:00 to 06:00 (UTC)',
      '，周一、周二、周四和周日 22:00 至 06:00（UTC）',
    ],
    [
      { ...specific, daysOfWeek: [6], startsOn: 12 * HOUR, endsOn: 0 },
      ', on Sat 12:00 to 24:00 (UTC)',
      '，周六 12:00 至 24:00（UTC）',
    ],
    [{ ...specific, daysOfWeek: [6], startsOn: 0, endsOn: 0 }, ', on Sat (UTC)', '，周六（UTC）'],
    [{ ...specific, daysOfWeek: [] }, ', on no day (UTC)', '，没有任何日期（UTC）'],
    [
      {
        type: 'CUSTOM',
        timezone: 'UTC',
        items: [item(1), item(2), item(3), { ...item(5), endsOn: 12 * HOUR }, item(6, false)],
      },
      ', on Mon to Wed 08:00 to 18:00 and on Fri 08:00 to 12:00 (UTC)',
      '，周一至周三 08:00 至 18:00，周五 08:00 至 12:00（UTC）',
    ],
    [{ type: 'CUSTOM', timezone: 'UTC', items: [] }, ', on no day (UTC)', '，没有任何日期（UTC）'],
    [
      {
        ...specific,
        daysOfWeek: [6],
        dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'shift' },
      },
      ', on Sat 08:00 to 18:00 (UTC), unless attribute shift of the device has another schedule',
      '，周六 08:00 至 18:00（UTC），除非 设备的属性 shift 有另一时间表',
    ],
  ])('%j', (schedule, english, chinese) => {
    says(
      withSchedule(schedule),
      `Critical when temperature > 30${english}`,
      `危急：temperature > 30${chinese}`,
    );
  });
});
