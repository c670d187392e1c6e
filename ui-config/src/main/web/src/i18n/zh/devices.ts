// SPDX-License-Identifier: Apache-2.0
import type * as en from '../devices';
import type { Texts } from '../texts';

export const devices: Texts<typeof en.devices> = {
  noneOfCustomer: '尚未给您的客户分配设备。设备由租户管理员分配，分配后会自动显示在这里。',
};
