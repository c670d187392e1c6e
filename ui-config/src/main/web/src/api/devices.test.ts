// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listDevices } from './devices';
import { beginSession, signOut } from './session';

let paths: string[];

function signInAs(claims: object): void {
  const payload = btoa(JSON.stringify({ userId: 'u', ...claims }));
  beginSession({ token: `e30.${payload}.sign`, refreshToken: 'refresh' });
}

beforeEach(() => {
  paths = [];
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path.split('?')[0] ?? '');
    return Promise.resolve(new Response('{"data":[]}'));
  });
});

const FIRST_PAGE = {
  pageSize: 10,
  page: 0,
  textSearch: '',
  sortProperty: 'createdTime',
  descending: true,
} as const;

afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

it('lists the devices of the tenant for its administrator', async () => {
  signInAs({ scopes: ['TENANT_ADMIN'], customerId: 'none' });
  await listDevices(FIRST_PAGE);
  expect(paths).toEqual(['api/tenant/deviceInfos']);
});

it('lists the devices of the customer for its users', async () => {
  signInAs({ scopes: ['CUSTOMER_USER'], customerId: 'c1' });
  await listDevices(FIRST_PAGE);
  expect(paths).toEqual(['api/customer/c1/deviceInfos']);
});
