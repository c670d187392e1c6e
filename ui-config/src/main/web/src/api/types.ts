// SPDX-License-Identifier: Apache-2.0
// The shapes of the REST API, as far as the pages use them.
import type { Value } from '../model/telemetry';

export interface EntityId {
  readonly entityType: string;
  readonly id: string;
}

export interface Device {
  readonly id: EntityId;
  /** Milliseconds since 1970. */
  readonly createdTime: number;
  readonly name: string;
  /** The name of the device's profile. */
  readonly type: string;
  readonly label: string | null;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly totalPages: number;
  readonly totalElements: number;
  readonly hasNext: boolean;
}

export interface DeviceCredentials {
  readonly credentialsType: string;
  /** The access token itself where the type is ACCESS_TOKEN. */
  readonly credentialsId: string;
}

export interface Attribute {
  readonly lastUpdateTs: number;
  readonly key: string;
  readonly value: Value;
}
