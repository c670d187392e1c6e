// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { NO_MESSAGE_FILTER, queryOf, type MessageFilter } from '../../api/paths';
import { isFiltered, isReversed } from '../../model/filter';
import { filterIn, isNoId, paramsOf } from './useSearchAddress';

const FILTER: MessageFilter = {
  deviceId: 'd',
  ruleChainId: 'c',
  ruleNodeId: 'n',
  outcome: 'DEAD_LETTERED',
  reason: 'FAILED',
  type: 'ALARM',
  messageId: 'm',
  startTime: 1,
  endTime: 2,
};

describe('the address of a search for messages', () => {
  it('keeps every condition', () => {
    expect(filterIn(paramsOf(FILTER))).toEqual(FILTER);
  });

  it('is empty without a condition', () => {
    expect(paramsOf(NO_MESSAGE_FILTER).toString()).toBe('');
    expect(isFiltered(NO_MESSAGE_FILTER)).toBe(false);
    expect(isFiltered(FILTER)).toBe(true);
  });

  it('leaves out what no server could answer', () => {
    const filter = filterIn(new URLSearchParams('outcome=LOST&reason=NONE&from=yesterday'));
    expect(filter).toEqual({ ...NO_MESSAGE_FILTER, startTime: undefined, endTime: undefined });
  });
});

describe('a search for messages', () => {
  it('names the device as the originator, and only the conditions that are set', () => {
    expect(queryOf({ ...NO_MESSAGE_FILTER, deviceId: 'd', reason: 'SLOW' }, 50, 7).toString()).toBe(
      'entityType=DEVICE&entityId=d&reason=SLOW&before=7&limit=50',
    );
    expect(queryOf({}, 20).toString()).toBe('limit=20');
  });

  it('is refused with an end before its start, and with an id that is none', () => {
    expect(isReversed({ ...FILTER, startTime: 2, endTime: 1 })).toBe(true);
    expect(isReversed(FILTER)).toBe(false);
    expect(isNoId(FILTER)).toBe(true);
    expect(isNoId({ ...FILTER, messageId: '' })).toBe(false);
    expect(isNoId({ ...FILTER, messageId: '0193a6f0-6d54-7c00-8000-0123456789ab' })).toBe(false);
  });
});
