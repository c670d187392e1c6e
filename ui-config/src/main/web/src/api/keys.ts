// SPDX-License-Identifier: Apache-2.0
import { authorized } from './session';

/** The keys of the time series of the tenant's devices; the server looks at the first hundred devices. */
export function listTimeseriesKeys(signal?: AbortSignal): Promise<readonly string[]> {
  return authorized('api/deviceProfile/devices/keys/timeseries', { signal });
}

/** The keys of the attributes of the tenant's devices, in all scopes. */
export function listAttributeKeys(signal?: AbortSignal): Promise<readonly string[]> {
  return authorized('api/deviceProfile/devices/keys/attributes', { signal });
}
