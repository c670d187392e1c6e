// SPDX-License-Identifier: Apache-2.0
import { writeJson } from '../model/exactJson';
import { authorized, signInState } from './session';
import type {
  CredentialsRequest,
  Device,
  DeviceCredentials,
  DeviceInfo,
  DeviceRequest,
  Page,
} from './types';

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
  /** The id of the device profile; undefined for devices of all profiles. */
  readonly profile?: string | undefined;
}

/** The devices that the user may see. */
export function listDevices(
  { pageSize, page, textSearch, sortProperty, descending, profile }: DeviceListRequest,
  signal?: AbortSignal,
): Promise<Page<DeviceInfo>> {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    page: String(page),
    sortProperty,
    sortOrder: descending ? 'DESC' : 'ASC',
  });
  if (textSearch !== '') {
    query.set('textSearch', textSearch);
  }
  if (profile !== undefined) {
    query.set('deviceProfileId', profile);
  }
  return authorized(`${listPath()}?${query}`, { signal });
}

/** Users of a customer see the devices that are assigned to it. */
function listPath(): string {
  const { session } = signInState();
  return session?.authority === 'CUSTOMER_USER'
    ? `api/customer/${encodeURIComponent(session.customerId)}/deviceInfos`
    : 'api/tenant/deviceInfos';
}

export function readDevice(id: string, signal?: AbortSignal): Promise<Device> {
  return authorized(pathOf(id), { signal, exact: true });
}

/**
 * Adds a device, or changes the one whose id the request has.
 *
 * @param accessToken of a new device; the server generates one if it is empty
 * @throws ApiError with status 409 if the request has a version that is not the stored one
 */
export function saveDevice(request: DeviceRequest, accessToken = ''): Promise<Device> {
  const query = accessToken === '' ? '' : `?${new URLSearchParams({ accessToken })}`;
  // Properties that other programs keep with the device may have numbers of any length.
  return authorized(`api/device${query}`, {
    method: 'POST',
    json: writeJson(request),
    exact: true,
  });
}

export function deleteDevice(id: string): Promise<void> {
  return authorized(pathOf(id), { method: 'DELETE' });
}

export function readCredentials(id: string, signal?: AbortSignal): Promise<DeviceCredentials> {
  return authorized(`${pathOf(id)}/credentials`, { signal });
}

/**
 * Replaces the credentials of a device and ends its connections.
 *
 * @throws ApiError with status 409 if they were changed since the version of the request
 */
export function saveCredentials(request: CredentialsRequest): Promise<DeviceCredentials> {
  return authorized('api/device/credentials', { method: 'POST', body: request });
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

function pathOf(id: string): string {
  return `api/device/${encodeURIComponent(id)}`;
}
