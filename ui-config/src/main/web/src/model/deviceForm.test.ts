// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Device } from '../api/types';
import { draftOf, NEW_DEVICE, requestOf } from './deviceForm';

const DEVICE = {
  id: { entityType: 'DEVICE', id: 'd' },
  customerId: { entityType: 'CUSTOMER', id: 'c' },
  deviceProfileId: { entityType: 'DEVICE_PROFILE', id: 'p' },
  name: 'Pump',
  label: null,
  deviceData: { configuration: { type: 'DEFAULT' } },
  additionalInfo: { gateway: true, description: 'In the cellar', installed: 2024 },
  version: 7,
} as unknown as Device;

describe('requestOf', () => {
  it('leaves the profile of a new device to the server where none is chosen', () => {
    expect(requestOf({ ...NEW_DEVICE, name: ' Pump ', label: ' ' })).toEqual({
      name: 'Pump',
      label: null,
      additionalInfo: { gateway: false, description: '' },
    });
  });

  it('keeps what the form does not have, and the version that was changed', () => {
    const draft = draftOf(DEVICE);
    expect(draft).toEqual({
      name: 'Pump',
      label: '',
      profile: 'p',
      description: 'In the cellar',
      gateway: true,
    });
    expect(requestOf({ ...draft, label: 'North', gateway: false }, DEVICE)).toEqual({
      id: DEVICE.id,
      customerId: DEVICE.customerId,
      deviceData: DEVICE.deviceData,
      version: 7,
      name: 'Pump',
      label: 'North',
      deviceProfileId: { entityType: 'DEVICE_PROFILE', id: 'p' },
      additionalInfo: { gateway: false, description: 'In the cellar', installed: 2024 },
    });
  });
});
