// SPDX-License-Identifier: Apache-2.0
// The shapes of the REST API, as far as the pages use them, out of its description.
import type * as schemas from './schemas';

/** An answer of the service: it has all properties; those without a value are null. */
export type Answer<T> = Required<T>;

export type EntityId = schemas.EntityId;
export type Device = Answer<schemas.Device>;
export type DeviceCredentials = Answer<schemas.DeviceCredentials>;
export type Attribute = schemas.AttributeData;

export interface Page<T> extends Omit<schemas.PageDataDevice, 'data'> {
  readonly data: readonly T[];
}
