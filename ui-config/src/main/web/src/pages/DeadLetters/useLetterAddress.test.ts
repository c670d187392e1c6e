// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { NO_FILTER } from '../../api/deadLetters';
import { isFiltered } from '../../model/filter';
import { paramsOf, stateIn } from './useLetterAddress';

test('shows the newest letters first without an address', () => {
  const state = stateIn(new URLSearchParams());

  expect(state).toMatchObject({ page: 0, sortProperty: 'createdTime', descending: true });
  expect(isFiltered(state.filter)).toBe(false);
  expect(paramsOf(state).toString()).toBe('');
});

test('writes what it reads', () => {
  const address =
    'search=luck&queue=Main&type=ALARM&chain=7&sort=attempts&page=3&from=1000&to=2000';

  const state = stateIn(new URLSearchParams(address));

  expect(paramsOf(state).toString()).toBe(address);
  expect(state).toEqual({
    filter: {
      textSearch: 'luck',
      queueName: 'Main',
      messageType: 'ALARM',
      ruleChainId: '7',
      startTime: 1000,
      endTime: 2000,
    },
    page: 2,
    sortProperty: 'attempts',
    descending: false,
  });
  expect(isFiltered(state.filter)).toBe(true);
});

test('ignores what it does not understand', () => {
  const state = stateIn(new URLSearchParams('from=yesterday&sort=-data&page=-4'));

  expect(state).toMatchObject({
    filter: NO_FILTER,
    page: 0,
    sortProperty: 'createdTime',
    descending: true,
  });
});
