// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { ApiError, UnreachableError } from '../api/http';
import {
  bodyOf,
  CALLS_KEPT,
  faultOf,
  hasEnded,
  NEW_RPC,
  prettyJson,
  problemsOf,
  waitOf,
  withCall,
  type RpcCall,
  type RpcDraft,
} from './rpc';

const DRAFT: RpcDraft = { ...NEW_RPC, method: 'setGpio', params: '{"pin":7}' };

describe('problemsOf', () => {
  it('finds nothing wrong with a method alone', () => {
    expect(problemsOf({ ...NEW_RPC, method: 'getTime' })).toEqual({});
  });

  it.each<[Partial<RpcDraft>, object]>([
    [{ method: ' ' }, { method: 'method' }],
    [{ params: '{pin:7}' }, { params: 'params' }],
    [{ params: '' }, { params: 'params' }],
    [{ params: '7' }, {}],
    [{ seconds: '0' }, { seconds: 'seconds' }],
    [{ seconds: '301' }, { seconds: 'seconds' }],
    [{ seconds: '', persistent: true }, {}],
    [{ minutes: '0' }, {}],
    [{ minutes: '0', persistent: true }, { minutes: 'minutes' }],
    [{ retries: '6', persistent: true }, { retries: 'retries' }],
    [{ retries: '0', persistent: true }, {}],
  ])('checks %j', (change, problems) => {
    expect(problemsOf({ ...DRAFT, ...change })).toEqual(problems);
  });
});

describe('bodyOf', () => {
  it('gives the device its time', () => {
    expect(JSON.parse(bodyOf({ ...DRAFT, seconds: '5' }, 1_000))).toEqual({
      method: 'setGpio',
      params: { pin: 7 },
      timeout: 5_000,
    });
    expect(waitOf({ ...DRAFT, seconds: '5' })).toBe(5_000);
  });

  it('lets a persistent request expire', () => {
    const draft = { ...DRAFT, persistent: true, minutes: '2', retries: '3' };
    expect(JSON.parse(bodyOf(draft, 1_000))).toEqual({
      method: 'setGpio',
      params: { pin: 7 },
      persistent: true,
      expirationTime: 121_000,
      retries: 3,
    });
    expect(waitOf(draft)).toBe(0);
  });

  it('keeps the digits of numbers', () => {
    expect(bodyOf({ ...DRAFT, params: ' 9007199254740993 ' }, 0)).toContain(
      '"params":9007199254740993}',
    );
  });
});

describe('faultOf', () => {
  it.each([
    [504, false, 'noReply'],
    [504, true, 'notStored'],
    [409, true, 'tooMany'],
    [406, false, 'notJson'],
    [503, false, 'noRoom'],
    [400, false, 'other'],
    [404, false, 'other'],
  ])('reads the status %i, persistent: %s', (status, persistent, fault) => {
    expect(faultOf(new ApiError(status, 'why'), persistent)).toBe(fault);
  });

  it('leaves an outage to its message', () => {
    expect(faultOf(new UnreachableError(), false)).toBe('other');
  });
});

it('keeps the latest calls, the newest first', () => {
  const call = (ts: number): RpcCall => ({ draft: DRAFT, ts, millis: 1, end: 'answered' });
  const calls = Array.from({ length: CALLS_KEPT + 2 }, (_, ts) => call(ts)).reduce<
    readonly RpcCall[]
  >(withCall, []);
  expect(calls.map(({ ts }) => ts)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
});

it('knows when a persistent request has ended', () => {
  expect(hasEnded('DELIVERED', true)).toBe(true);
  expect(hasEnded('DELIVERED', false)).toBe(false);
  expect(hasEnded('TIMEOUT', false)).toBe(false);
  expect(hasEnded('SUCCESSFUL', false)).toBe(true);
});

it('indents JSON unless numbers would change', () => {
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson('{"a":9007199254740993}')).toBe('{"a":9007199254740993}');
  expect(prettyJson('{"a":20.0}')).toBe('{"a":20.0}');
  expect(prettyJson('no JSON')).toBe('no JSON');
});
