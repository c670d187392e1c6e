// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { DeviceCredentials } from '../api/types';
import { draftOf, newToken, problemOf, requestOf } from './credentials';

const TOKEN = {
  id: { id: 'c' },
  deviceId: { entityType: 'DEVICE', id: 'd' },
  credentialsType: 'ACCESS_TOKEN',
  credentialsId: 'abc',
  credentialsValue: null,
  version: 3,
} as unknown as DeviceCredentials;

const BASIC: DeviceCredentials = {
  ...TOKEN,
  credentialsType: 'MQTT_BASIC',
  credentialsId: 'hash',
  credentialsValue: '{"clientId":null,"userName":"pump","password":"secret"}',
};

describe('credentials', () => {
  it('are read and written by type', () => {
    expect(draftOf(TOKEN)).toMatchObject({ type: 'ACCESS_TOKEN', token: 'abc', userName: '' });
    const basic = draftOf(BASIC);
    expect(basic).toEqual({
      type: 'MQTT_BASIC',
      token: '',
      clientId: '',
      userName: 'pump',
      password: 'secret',
    });
    expect(requestOf(basic, BASIC)).toEqual({
      id: BASIC.id,
      deviceId: BASIC.deviceId,
      version: 3,
      credentialsType: 'MQTT_BASIC',
      credentialsId: null,
      credentialsValue: '{"clientId":null,"userName":"pump","password":"secret"}',
    });
    expect(requestOf({ ...basic, type: 'ACCESS_TOKEN', token: ' new ' }, BASIC)).toMatchObject({
      credentialsType: 'ACCESS_TOKEN',
      credentialsId: 'new',
      credentialsValue: null,
    });
  });

  it('have problems where the server would refuse them', () => {
    const basic = draftOf(BASIC);
    expect(problemOf(basic)).toBeUndefined();
    expect(problemOf({ ...basic, userName: '' })).toBe('noName');
    expect(problemOf({ ...basic, userName: '', clientId: 'x' })).toBe('passwordNeedsName');
    expect(problemOf({ ...basic, type: 'ACCESS_TOKEN' })).toBe('noToken');
  });
});

describe('newToken', () => {
  it('has 20 letters and digits, and never comes twice', () => {
    const tokens = Array.from({ length: 100 }, newToken);
    expect(tokens.every((token) => /^[A-Za-z0-9]{20}$/.test(token))).toBe(true);
    expect(new Set(tokens).size).toBe(100);
  });
});
