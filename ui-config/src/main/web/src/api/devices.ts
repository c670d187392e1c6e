// SPDX-License-Identifier: Apache-2.0
import { authorized, signInState } from './session';
import type { Device, DeviceCredentials, Page } from './types';

export const SORT_PROPERTIES = ['name', 'type', 'createdTime'] as const;
export type SortProperty = (typeof SORT_PROPERTIES)[number];

export interface DeviceListRequest {
  readonly pageSize: number;
  /** Counted from 0. */
  readonly page: number;
  /** A part of the name; empty for all devices. */
  readonly textSearch: string;
  readonly sortProperty: SortProperty;
  readonly descending: boolean;
}

/** The devices that the user may see, by name. */
export function listDevices(
  { pageSize, page, textSearch, sortProperty, descending }: DeviceListRequest,
  signal?: AbortSignal,
): Promise<Page<Device>> {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    page: String(page),
    sortProperty,
    sortOrder: descending ? 'DESC' : 'ASC',
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

/** How a device connects. */
export interface Connectivity {
  /** Commands that send a reading, by protocol. */
  readonly mqtt?: {
    readonly mqtt?: string;
    /** The commands are run one after the other. */
    readonly mqtts?: string | readonly string[];
  };
  /** Addresses as `host:port`, by protocol. */
  readonly addresses: Readonly<Record<string, string>>;
}

export function readConnectivity(id: string, signal?: AbortSignal): Promise<Connectivity> {
  return authorized(`api/device-connectivity/${encodeURIComponent(id)}`, { signal });
}
