// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { durationText } from './duration';

test.each([
  [0, '0 µs'],
  [850, '850 µs'],
  [1_000, '1.00 ms'],
  [12_340, '12.3 ms'],
  [999_600, '1.00 s'],
  [123_400_000, '123 s'],
])('%i microseconds are %s', (micros, text) => {
  expect(durationText(micros)).toBe(text);
});
