// SPDX-License-Identifier: Apache-2.0
// The shapes of the REST API, as far as the pages use them, out of its description.
import type { Value } from '../model/telemetry';
import type * as schemas from './schemas';

/** An answer of the service: it has all properties; those without a value are null. */
export type Answer<T> = Required<T>;

export type EntityId = schemas.EntityId;
export type Device = Answer<schemas.Device>;
/** A device with whether it is active, as lists have it. */
export type DeviceInfo = Answer<schemas.DeviceInfo>;
export type DeviceRequest = schemas.DeviceRequest;
export type CredentialsRequest = schemas.CredentialsRequest;
export type EntityRelation = schemas.EntityRelationInfo;
export type EntityType = schemas.EntityType;
export type DeviceCredentials = Answer<schemas.DeviceCredentials>;

export interface Page<T> extends Omit<schemas.PageDataDevice, 'data'> {
  readonly data: readonly T[];
}

export interface Attribute extends Omit<schemas.AttributeData, 'value'> {
  readonly value: Value;
}
