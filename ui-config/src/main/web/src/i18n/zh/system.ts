// SPDX-License-Identifier: Apache-2.0
import type * as en from '../system';
import type { Texts } from '../texts';

export const system: Texts<typeof en.system> = {
  title: '系统',
  text: '此账户用于管理租户。设备和规则链属于租户：请以租户管理员的身份登录后查看。',
  tenants: '创建租户',
  help: '租户管理尚无页面。请在 shell 中使用 curl 和 jq 通过 REST 创建租户，并替换其中的 PASSWORD、名称和邮箱地址。',
  link: '最后一条命令会输出一个链接。收件人须在 24 小时内打开该链接并设置密码。',
  commands: '命令',
  reference: '全部调用：REST API 参考',
};
