// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { nameParam, pageIn } from './panelAddress';

it('reads a page, and the first one from anything else', () => {
  expect(pageIn(new URLSearchParams('rpcPage=3'), 'rpcPage')).toBe(2);
  expect(pageIn(new URLSearchParams('rpcPage=-3'), 'rpcPage')).toBe(0);
  expect(pageIn(new URLSearchParams('rpcPage=x'), 'rpcPage')).toBe(0);
  expect(pageIn(new URLSearchParams(), 'rpcPage')).toBe(0);
});

it('changes one part of the address', () => {
  const params = new URLSearchParams('key=a&key=b&rpcPage=3');
  expect(nameParam(params, 'rpcPage', '2').toString()).toBe('key=a&key=b&rpcPage=2');
  expect(nameParam(params, 'rpcPage', null).toString()).toBe('key=a&key=b');
});
