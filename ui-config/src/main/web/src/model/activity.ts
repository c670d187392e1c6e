// SPDX-License-Identifier: Apache-2.0
import type { Attribute } from '../api/types';

/** What the server knows of the activity of a device. */
export interface Activity {
  readonly active: boolean;
  /** Milliseconds since 1970; undefined if the device was never active. */
  readonly last: number | undefined;
}

/** The activity that the server writes into the server attributes of a device. */
export function activityIn(attributes: readonly Attribute[]): Activity {
  const valueOf = (name: string) => attributes.find(({ key }) => key === name)?.value;
  const last = valueOf('lastActivityTime');
  return {
    active: valueOf('active') === true,
    last: typeof last === 'number' && last > 0 ? last : undefined,
  };
}
