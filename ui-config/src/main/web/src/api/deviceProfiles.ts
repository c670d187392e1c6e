// SPDX-License-Identifier: Apache-2.0
import { writeJson } from '../model/exactJson';
import type * as schemas from './schemas';
import { authorized } from './session';
import type { Answer, Page } from './types';

export type DeviceProfile = Answer<schemas.DeviceProfile>;
export type DeviceProfileRequest = schemas.DeviceProfileRequest;

export const SORT_PROPERTIES = ['name', 'isDefault'] as const;
export type SortProperty = (typeof SORT_PROPERTIES)[number];

export interface DeviceProfileListRequest {
  readonly pageSize: number;
  /** Counted from 0. */
  readonly page: number;
  /** A part of the name; empty for all device profiles. */
  readonly textSearch: string;
  readonly sortProperty: SortProperty;
  readonly descending: boolean;
}

export function listDeviceProfiles(
  { pageSize, page, textSearch, sortProperty, descending }: DeviceProfileListRequest,
  signal?: AbortSignal,
): Promise<Page<DeviceProfile>> {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    page: String(page),
    sortProperty,
    sortOrder: descending ? 'DESC' : 'ASC',
  });
  if (textSearch !== '') {
    query.set('textSearch', textSearch);
  }
  return authorized(`api/deviceProfiles?${query}`, { signal });
}

export function readDeviceProfile(id: string, signal?: AbortSignal): Promise<DeviceProfile> {
  return authorized(pathOf(id), { signal, exact: true });
}

/**
 * Adds a device profile, or changes the one whose id the request has.
 *
 * @throws ApiError 400 if a value is refused; 409 if the request has a version that is not the stored one
 */
export function saveDeviceProfile(request: DeviceProfileRequest): Promise<DeviceProfile> {
  // Alarm rules, which the form does not show, may have numbers of any length.
  return authorized('api/deviceProfile', {
    method: 'POST',
    json: writeJson(request),
    exact: true,
  });
}

/** Gives the profile to devices that name none. */
export function makeDefault(id: string): Promise<DeviceProfile> {
  return authorized(`${pathOf(id)}/default`, { method: 'POST' });
}

/** @throws ApiError 400 if the profile is the default one, or devices have it */
export function deleteDeviceProfile(id: string): Promise<void> {
  return authorized(pathOf(id), { method: 'DELETE' });
}

function pathOf(id: string): string {
  return `api/deviceProfile/${encodeURIComponent(id)}`;
}
