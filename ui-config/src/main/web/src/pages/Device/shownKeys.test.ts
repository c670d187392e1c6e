// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { nameKeys, shownKeys } from './shownKeys';

const VALUES = [
  { key: 'door', ts: 1, value: true },
  { key: 'humidity', ts: 1, value: 40 },
  { key: 'temperature', ts: 1, value: 20 },
];

function keysOf(named: readonly string[]): string[] {
  return shownKeys(VALUES, named).map(({ key }) => key);
}

describe('shownKeys', () => {
  it('follows the address, in its order and without keys that are gone', () => {
    expect(keysOf(['temperature', 'gone', 'door', 'temperature'])).toEqual(['temperature', 'door']);
  });

  it('begins with the first number', () => {
    expect(keysOf([])).toEqual(['humidity']);
    expect(keysOf(['gone'])).toEqual(['humidity']);
    expect(shownKeys([], [])).toEqual([]);
  });

  it('is named in the address', () => {
    const params = nameKeys(new URLSearchParams('range=1h&key=old'), ['a', 'b']);
    expect(params.toString()).toBe('range=1h&key=a&key=b');
  });
});
