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
  it('reads user and scopes, beyond ASCII too', () => {
    const token = tokenOf({ sub: 'jürgen@mühle.example', scopes: ['TENANT_ADMIN'] });
    expect(readClaims(token)).toEqual({
      subject: 'jürgen@mühle.example',
      scopes: ['TENANT_ADMIN'],
    });
  });

  it('takes missing claims for empty ones', () => {
    expect(readClaims(tokenOf({}))).toEqual({ subject: '', scopes: [] });
  });

  it('refuses what is not a token', () => {
    expect(() => readClaims('secret')).toThrow('Not a JSON Web Token');
  });
});
