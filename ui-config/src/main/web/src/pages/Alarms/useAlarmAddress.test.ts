// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { NO_FILTER } from '../../api/alarms';
import { isFiltered, isReversed, paramsOf, stateIn, type AlarmListState } from './useAlarmAddress';

test('the address holds what the list shows', () => {
  const state: AlarmListState = {
    filter: {
      textSearch: 'boiler & pump',
      statusList: ['ACTIVE', 'UNACK'],
      severityList: ['CRITICAL'],
      typeList: ['Hot', 'Cold'],
      startTime: 1_000,
      endTime: 2_000,
    },
    page: 2,
    sortProperty: 'severity',
    descending: false,
  };

  expect(stateIn(paramsOf(state))).toEqual(state);
});

test('an empty address is the whole list with the newest first', () => {
  const state = stateIn(new URLSearchParams());

  expect(state.filter).toMatchObject(NO_FILTER);
  expect(state).toMatchObject({ page: 0, sortProperty: 'createdTime', descending: true });
  expect(paramsOf(state).toString()).toBe('');
});

test('values that the list does not know are left out', () => {
  const { filter, sortProperty } = stateIn(
    new URLSearchParams('status=HOT&severity=HUGE&from=yesterday&sort=colour'),
  );

  expect(filter).toMatchObject(NO_FILTER);
  expect(filter.startTime).toBeUndefined();
  expect(sortProperty).toBe('createdTime');
});

test('a filter with any condition restricts the list', () => {
  expect(isFiltered(NO_FILTER)).toBe(false);
  expect(isFiltered({ ...NO_FILTER, typeList: ['Hot'] })).toBe(true);
  expect(isFiltered({ ...NO_FILTER, endTime: 1 })).toBe(true);
});

test('a filter is reversed if it ends before it starts', () => {
  expect(isReversed({ ...NO_FILTER, startTime: 2, endTime: 1 })).toBe(true);
  expect(isReversed({ ...NO_FILTER, startTime: 1, endTime: 1 })).toBe(false);
});
