// SPDX-License-Identifier: Apache-2.0
import type { DeviceEventReaderDeviceEvent, DeviceEventType } from './schemas';
import { authorized } from './session';
import type { Answer, Page } from './types';

/** Something that happened to the connections of a device. */
export type DeviceEvent = Answer<DeviceEventReaderDeviceEvent>;

export const EVENT_TYPES = [
  'CONNECTED',
  'DISCONNECTED',
  'PUBLISH_REFUSED',
  'SUBSCRIBE_REFUSED',
  'REQUEST_REFUSED',
  'EVENTS_DROPPED',
] as const satisfies readonly DeviceEventType[];

export interface DeviceEventRequest {
  readonly pageSize: number;
  /** Counted from 0. */
  readonly page: number;
  /** Undefined for all kinds. */
  readonly event?: DeviceEventType | undefined;
}

/** What happened to the connections of a device, the newest first. */
export function listDeviceEvents(
  deviceId: string,
  { pageSize, page, event }: DeviceEventRequest,
  signal?: AbortSignal,
): Promise<Page<DeviceEvent>> {
  const query = new URLSearchParams({ pageSize: String(pageSize), page: String(page) });
  if (event !== undefined) {
    query.set('event', event);
  }
  return authorized(`api/device/${encodeURIComponent(deviceId)}/events?${query}`, { signal });
}
