// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { activityIn } from './activity';

it('reads the activity of a device from its server attributes', () => {
  const at = { lastUpdateTs: 1 };
  expect(
    activityIn([
      { ...at, key: 'active', value: true },
      { ...at, key: 'lastActivityTime', value: 1_700_000_000_000 },
    ]),
  ).toEqual({ active: true, last: 1_700_000_000_000 });
  expect(activityIn([{ ...at, key: 'lastActivityTime', value: 0 }])).toEqual({
    active: false,
    last: undefined,
  });
  expect(activityIn([])).toEqual({ active: false, last: undefined });
});
