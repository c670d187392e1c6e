// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { readClaims } from './jwt';

function tokenOf(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const base64 = btoa(String.fromCharCode(...bytes));
  const payload = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `e30.${payload}.signature`;
}

describe('readClaims', () => {
  it('reads the user, beyond ASCII too', () => {
    const token = tokenOf({
      sub: 'jürgen@mühle.example',
      userId: 'u1',
      scopes: ['CUSTOMER_USER'],
      customerId: 'c1',
    });
    expect(readClaims(token)).toEqual({
      userId: 'u1',
      subject: 'jürgen@mühle.example',
      authority: 'CUSTOMER_USER',
      customerId: 'c1',
    });
  });

  it('takes missing texts for empty ones', () => {
    expect(readClaims(tokenOf({ userId: 'u1', scopes: ['SYS_ADMIN'] }))).toEqual({
      userId: 'u1',
      subject: '',
      authority: 'SYS_ADMIN',
      customerId: '',
    });
  });

  it('refuses what is not an access token', () => {
    expect(() => readClaims('secret')).toThrow('Not a JSON Web Token');
    expect(() => readClaims(tokenOf({ userId: 'u1', scopes: ['REFRESH_TOKEN'] }))).toThrow(
      'Not an access token',
    );
    expect(() => readClaims(tokenOf({ scopes: ['SYS_ADMIN'] }))).toThrow('Not an access token');
  });
});
