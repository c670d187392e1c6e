// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { ageOf } from './age';

it.each([
  [0, { unit: 'ms', value: 0 }],
  [999, { unit: 'ms', value: 999 }],
  [1_250, { unit: 's', value: 1.2 }],
  [59_999, { unit: 's', value: 59 }],
  [90_000, { unit: 'min', value: 1.5 }],
  [7_200_000, { unit: 'h', value: 2 }],
  [172_800_000, { unit: 'd', value: 2 }],
])('says %i ms in one unit', (millis, age) => {
  expect(ageOf(millis)).toEqual(age);
});
