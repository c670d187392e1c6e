// SPDX-License-Identifier: Apache-2.0
import { authorized } from './session';
import type { Device, DeviceCredentials, Page } from './types';

export interface DeviceListRequest {
  readonly pageSize: number;
  /** Counted from 0. */
  readonly page: number;
  /** A part of the name; empty for all devices. */
  readonly textSearch: string;
}

export function listDevices(
  { pageSize, page, textSearch }: DeviceListRequest,
  signal?: AbortSignal,
): Promise<Page<Device>> {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    page: String(page),
    sortProperty: 'name',
    sortOrder: 'ASC',
  });
  if (textSearch !== '') {
    query.set('textSearch', textSearch);
  }
  return authorized(`api/tenant/devices?${query}`, { signal });
}

export function readDevice(id: string, signal?: AbortSignal): Promise<Device> {
  return authorized(`api/device/${encodeURIComponent(id)}`, { signal });
}

export function readCredentials(id: string, signal?: AbortSignal): Promise<DeviceCredentials> {
  return authorized(`api/device/${encodeURIComponent(id)}/credentials`, { signal });
}
