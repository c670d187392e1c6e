// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { DeviceProfile } from '../api/deviceProfiles';
import { newRuleSet } from './alarmRule/edits';
import { draftOf, NEW_PROFILE, problemsOf, refusalIn, requestOf } from './deviceProfileForm';

const PROFILE = {
  id: { entityType: 'DEVICE_PROFILE', id: 'p' },
  name: 'Pumps',
  description: null,
  default: false,
  transportType: 'MQTT',
  provisionType: 'ALLOW_CREATE_NEW_DEVICES',
  provisionDeviceKey: 'key',
  defaultRuleChainId: { entityType: 'RULE_CHAIN', id: 'c' },
  defaultQueueName: 'HighPriority',
  profileData: {
    configuration: { type: 'DEFAULT', defaultStorageTtlDays: 30, other: 1 },
    transportConfiguration: { type: 'MQTT', maxConnections: 3, sendAckOnValidationException: true },
    provisionConfiguration: { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret: 'secret' },
    alarms: [{ id: 'a' }, { id: 'b' }],
    more: [1],
  },
  version: 4,
} as unknown as DeviceProfile;

describe('requestOf', () => {
  it('leaves to the server what a new profile does not choose', () => {
    expect(requestOf({ ...NEW_PROFILE, name: ' Pumps ' })).toEqual({
      name: 'Pumps',
      description: null,
      defaultRuleChainId: null,
      defaultQueueName: null,
      transportType: 'DEFAULT',
      provisionType: 'DISABLED',
      provisionDeviceKey: null,
      profileData: {
        alarms: null,
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: 'DEFAULT' },
        provisionConfiguration: { type: 'DISABLED' },
      },
    });
  });

  it('saves an unchanged profile as it is, with what the form does not have', () => {
    const request = requestOf(draftOf(PROFILE), PROFILE);
    expect(request.profileData).toEqual(PROFILE.profileData);
    expect(request).toMatchObject({
      id: PROFILE.id,
      version: 4,
      name: 'Pumps',
      defaultRuleChainId: PROFILE.defaultRuleChainId,
      defaultQueueName: 'HighPriority',
      transportType: 'MQTT',
      provisionDeviceKey: 'key',
    });
  });

  it('removes numbers whose field is emptied', () => {
    const { profileData } = requestOf({ ...draftOf(PROFILE), connections: '', days: ' ' }, PROFILE);
    expect(profileData).toMatchObject({
      configuration: { type: 'DEFAULT', other: 1 },
      transportConfiguration: { type: 'MQTT', sendAckOnValidationException: true },
    });
    expect(profileData).not.toHaveProperty('configuration.defaultStorageTtlDays');
    expect(profileData).not.toHaveProperty('transportConfiguration.maxConnections');
  });

  it('forgets key and secret when provisioning is switched off', () => {
    const request = requestOf({ ...draftOf(PROFILE), provisionType: 'DISABLED' }, PROFILE);
    expect(request.provisionDeviceKey).toBeNull();
    expect(request.profileData).toHaveProperty('provisionConfiguration', { type: 'DISABLED' });
  });
});

describe('the alarm rules', () => {
  it('are sent as they were, with changed ones in their place', () => {
    const [first, second] = draftOf(PROFILE).alarms;
    const changed = { ...newRuleSet('b'), alarmType: 'Hot ' };
    const draft = { ...draftOf(PROFILE), alarms: [first ?? null, changed] };
    const { profileData } = requestOf(draft, PROFILE);
    expect(second).toEqual({ id: 'b' });
    expect(profileData).toMatchObject({ alarms: [{ id: 'a' }, { id: 'b', alarmType: 'Hot' }] });
  });

  it('stay absent in a profile without them', () => {
    const none = { ...PROFILE, profileData: {} };
    expect(requestOf(draftOf(none), none).profileData).not.toHaveProperty('alarms');
  });

  it('are checked when they are changed', () => {
    const changed = { ...draftOf(PROFILE), alarms: [newRuleSet('c')] };
    expect(problemsOf(draftOf(PROFILE), PROFILE)).toEqual({});
    expect(problemsOf(changed, PROFILE).alarms?.get('profileData.alarms[0].alarmType')).toBe(
      'alarmTypeRequired',
    );
  });
});

describe('problemsOf', () => {
  it('finds nothing wrong with a name alone', () => {
    expect(problemsOf({ ...NEW_PROFILE, name: 'Pumps' })).toEqual({});
  });

  it.each([
    [{ name: ' ' }, { name: 'nameRequired' }],
    [{ connections: '0' }, { connections: 'connections' }],
    [{ connections: '101' }, { connections: 'connections' }],
    [{ connections: '1.5' }, { connections: 'connections' }],
    [{ connections: '100' }, {}],
    [{ days: '-1' }, { days: 'days' }],
    [{ days: '36501' }, { days: 'days' }],
    [{ days: '0' }, {}],
  ])('checks %j', (change, problems) => {
    expect(problemsOf({ ...NEW_PROFILE, name: 'Pumps', ...change })).toEqual(problems);
  });
});

describe('refusalIn', () => {
  it.each([
    ["name: a device profile 'x' exists already", 'name', "a device profile 'x' exists already"],
    ['provisionDeviceKey: is taken', 'key', 'is taken'],
    ['profileData.transportConfiguration.maxConnections: too many', 'connections', 'too many'],
    [
      'profileData.transportConfiguration.sparkplug: not available',
      'transport',
      'profileData.transportConfiguration.sparkplug: not available',
    ],
    ['profileData.configuration.defaultStorageTtlDays: bad', 'days', 'bad'],
    ['profileData.alarms[0].id: bad', 'alarms', 'profileData.alarms[0].id: bad'],
  ])('finds the field of "%s"', (message, field, reason) => {
    expect(refusalIn(message)).toEqual({ field, reason });
  });

  it('finds no field in other messages', () => {
    expect(refusalIn('The default device profile cannot be deleted')).toBeUndefined();
    expect(refusalIn('names: unknown')).toBeUndefined();
  });
});
