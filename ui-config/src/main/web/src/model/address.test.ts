// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { nameParam, namePage, pageIn, paramsIn } from './address';

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

it('names each page but the first', () => {
  const params = new URLSearchParams('key=a&rpcPage=3');
  expect(namePage(params, 'rpcPage', 1).toString()).toBe('key=a&rpcPage=2');
  expect(namePage(params, 'rpcPage', 0).toString()).toBe('key=a');
});

it('reads what stands behind the path in the fragment', () => {
  expect(paramsIn('#/devices?search=boiler&page=2').toString()).toBe('search=boiler&page=2');
  expect(paramsIn('#/devices').toString()).toBe('');
  expect(paramsIn('').toString()).toBe('');
  const unusual = new URLSearchParams({ search: 'a?b#c' });
  expect(paramsIn(`#/devices?${unusual.toString()}`).get('search')).toBe('a?b#c');
});
