// SPDX-License-Identifier: Apache-2.0
import type { Device, DeviceRequest } from '../api/types';
import { isJsonObject, type JsonObject } from './json';

/** What a user may change of a device. */
export interface DeviceDraft {
  readonly name: string;
  readonly label: string;
  /** The id of the device profile; null for the default profile of the tenant. */
  readonly profile: string | null;
  readonly description: string;
  /** Whether the device publishes for other devices. */
  readonly gateway: boolean;
}

export const NEW_DEVICE: DeviceDraft = {
  name: '',
  label: '',
  profile: null,
  description: '',
  gateway: false,
};

export function draftOf(device: Device): DeviceDraft {
  return {
    name: device.name,
    label: device.label ?? '',
    profile: device.deviceProfileId.id,
    description: descriptionOf(device),
    gateway: infoOf(device).gateway === true,
  };
}

export function descriptionOf(device: Device): string {
  const { description } = infoOf(device);
  return typeof description === 'string' ? description : '';
}

/**
 * The request that saves a draft.
 *
 * @param base the device as it was when its change began; properties that the draft does not have stay as they are.
 *     Undefined for a new device
 */
export function requestOf(draft: DeviceDraft, base?: Device): DeviceRequest {
  const { name, label, profile, description, gateway } = draft;
  const properties = base === undefined ? {} : infoOf(base);
  const additionalInfo = { ...properties, gateway, description: description.trim() };
  return {
    ...(base === undefined
      ? {}
      : {
          id: base.id,
          customerId: base.customerId,
          deviceData: base.deviceData,
          version: base.version,
        }),
    name: name.trim(),
    label: label.trim() === '' ? null : label.trim(),
    ...(profile === null ? {} : { deviceProfileId: { entityType: 'DEVICE_PROFILE', id: profile } }),
    additionalInfo,
  };
}

function infoOf({ additionalInfo }: Device): JsonObject {
  return isJsonObject(additionalInfo) ? additionalInfo : {};
}
