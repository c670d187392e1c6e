// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { isWithoutEffect, labelOf, unitOf, valueLabel, withoutUnit } from './labels';
import { exactNumber } from './numbers';

describe('labelOf', () => {
  it.each([
    ['maxPendingMsgs', 'Max pending messages'],
    ['defaultTTL', 'Default TTL'],
    ['ruleChainId', 'Rule chain'],
    ['originatorId', 'Originator ID'],
    ['restEndpointUrlPattern', 'REST endpoint URL pattern'],
    ['getLatestValueWithTs', 'Get latest value with timestamp'],
    ['maxInMemoryBufferSizeInKb', 'Max in memory buffer size in kB'],
    ['keys', 'Keys'],
  ])('%s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});

describe('labels in another language', () => {
  const labels = {
    properties: { readTimeoutMs: '读取超时（毫秒）' },
    values: { ALL: '全部' },
    units: {},
  };

  it('are used instead of those that are made from the names', () => {
    expect(labelOf('readTimeoutMs', labels)).toBe('读取超时（毫秒）');
    expect(withoutUnit(labelOf('readTimeoutMs', labels))).toBe('读取超时');
    expect(valueLabel('ALL', labels)).toBe('全部');
  });

  it('are English for what the language does not have, such as the properties of a plugin', () => {
    expect(labelOf('maxRetries', labels)).toBe('Max retries');
    expect(valueLabel('ON_CHANGE', labels)).toBe('On change');
  });
});

describe('valueLabel', () => {
  it.each([
    ['ON_EVERY_MESSAGE', 'On every message'],
    ['TB_RESOURCE', 'TB resource'],
    ['RPC', 'RPC'],
    ['cert.PEM', 'Certificate (PEM)'],
    ['anonymous', 'Anonymous'],
    ['x-y.z', 'x-y.z'],
  ])('%s', (value, label) => {
    expect(valueLabel(value)).toBe(label);
  });
});

describe('unitOf', () => {
  it.each([
    ['Delay in seconds.', 's'],
    ['Time limit of a call in milliseconds; 0 for 20 seconds.', 'ms'],
    ["Latitude of the circle's centre, in degrees.", '°'],
    ['Largest body of an answer in KiB, at most 25,000; 0 or less for 256.', 'KiB'],
    ['How many messages may wait.', undefined],
  ])('%s', (description, unit) => {
    expect(unitOf(description)).toBe(unit);
  });
});

it('knows fields without effect by their description', () => {
  expect(isWithoutEffect('Not used: the store decides the retention.')).toBe(true);
  expect(isWithoutEffect('Whether it has no effect.')).toBe(false);
});

describe('exactNumber', () => {
  it.each([
    ['12', 12],
    [' -1.50 ', -1.5],
    ['1.', 1],
    ['.5', 0.5],
    ['1e3', 1000],
    ['9007199254740991', 9007199254740991],
  ])('takes %s', (text, number) => {
    expect(exactNumber(text)).toBe(number);
  });

  it.each(['', 'abc', '1,5', '0x10', 'Infinity', '1e999', '9007199254740993'])(
    'refuses %s',
    (text) => {
      expect(exactNumber(text)).toBeUndefined();
    },
  );
});
