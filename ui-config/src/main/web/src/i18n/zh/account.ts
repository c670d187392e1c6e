// SPDX-License-Identifier: Apache-2.0
import type * as en from '../account';
import type { Texts } from '../texts';

export const account: Texts<typeof en.account> = {
  title: '账户',
  user: '用户',
  name: '姓名',
  noName: '未设置',
  email: '邮箱',
  role: '角色',
  roles: {
    SYS_ADMIN: '系统管理员',
    TENANT_ADMIN: '租户管理员',
    CUSTOMER_USER: '客户用户',
  },
  changePassword: '修改密码',
  changeHelp: '修改密码后，您在其他浏览器和程序中的登录都会失效。',
  changed: '密码已修改。您在其他位置的登录均已失效。',
};

export const password: Texts<typeof en.password> = {
  current: '当前密码',
  new: '新密码',
  repeat: '再次输入新密码',
  rules: '至少 {{min}} 个字符，最多 {{max}} 字节：带重音的字母和其他文字每个占 2 至 4 字节。',
  problem: {
    missing: '请输入密码。',
    short: '至少需要 {{min}} 个字符。',
    long: '最多允许 {{max}} 字节。',
    unchanged: '新密码不能与当前密码相同。',
    differs: '两次输入的密码不一致。',
    current: '当前密码不正确。',
  },
};
