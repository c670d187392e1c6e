// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { activityIn, type Activity } from '../../model/activity';
import { useAttributes } from '../useAttributes';

/** Whether a device is active, and since when; undefined until the server has answered. */
export function useDeviceState(deviceId: string): Activity | undefined {
  const { attributes } = useAttributes(deviceId, 'SERVER_SCOPE');
  return useMemo(
    () => (attributes === undefined ? undefined : activityIn(attributes)),
    [attributes],
  );
}
