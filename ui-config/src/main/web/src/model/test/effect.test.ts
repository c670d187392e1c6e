// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { entityIn, numberIn, textIn, valuesIn } from './effect';

it('reads the details of an effect, and takes none for missing ones', () => {
  const details = { entity: 'DEVICE:d1', dueAt: 5, values: { t: 21, name: 'a' } };

  expect(entityIn(textIn(details, 'entity'))).toEqual({ entityType: 'DEVICE', id: 'd1' });
  expect(entityIn('')).toEqual({ entityType: '', id: '' });
  expect(numberIn(details, 'dueAt')).toBe(5);
  expect(valuesIn(details)).toEqual([
    ['t', '21'],
    ['name', '"a"'],
  ]);
  expect(valuesIn(null)).toEqual([]);
});
