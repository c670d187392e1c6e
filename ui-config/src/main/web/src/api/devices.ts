// SPDX-License-Identifier: Apache-2.0
import { authorized, signInState } from './session';
import type { Device, DeviceCredentials, Page } from './types';

export interface DeviceListRequest {
  readonly pageSize: number;
  /** Counted from 0. */
  readonly page: number;
  /** A part of the name; empty for all devices. */
  readonly textSearch: string;
}

/** The devices that the user may see, by name. */
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
  return authorized(`${listPath()}?${query}`, { signal });
}

/** Users of a customer see the devices that are assigned to it. */
function listPath(): string {
  const { session } = signInState();
  return session?.authority === 'CUSTOMER_USER'
    ? `api/customer/${encodeURIComponent(session.customerId)}/deviceInfos`
    : 'api/tenant/devices';
}

export function readDevice(id: string, signal?: AbortSignal): Promise<Device> {
  return authorized(`api/device/${encodeURIComponent(id)}`, { signal });
}

export function readCredentials(id: string, signal?: AbortSignal): Promise<DeviceCredentials> {
  return authorized(`api/device/${encodeURIComponent(id)}/credentials`, { signal });
}
