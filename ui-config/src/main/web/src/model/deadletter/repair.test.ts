// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { contentOf, repairOf } from './repair';

const letter = {
  messageType: 'POST_TELEMETRY_REQUEST',
  dataType: 'JSON',
  data: '{"serial":9007199254740993}',
  metadata: { deviceName: 'Boiler' },
} as const;

test('shows JSON with line breaks and all digits', () => {
  expect(contentOf(letter).data).toBe('{\n  "serial": 9007199254740993\n}');
});

test('leaves other payloads unchanged', () => {
  expect(contentOf({ ...letter, dataType: 'TEXT', data: '{"a":1}' }).data).toBe('{"a":1}');
});

test('sends only the parts that differ', () => {
  const before = contentOf(letter);

  expect(repairOf(before, { ...before, metadata: { deviceName: 'Boiler' } })).toBeUndefined();
  expect(repairOf(before, { ...before, data: '{}' })).toEqual({ data: '{}' });
  expect(repairOf(before, { ...before, type: 'MENDED', metadata: {} })).toEqual({
    type: 'MENDED',
    metadata: {},
  });
});
