// SPDX-License-Identifier: Apache-2.0
import type * as en from '../entry';
import type { Texts } from '../texts';

export const entry: Texts<typeof en.entry> = {
  claim: '让设备消息流经规则',
};

export const activate: Texts<typeof en.activate> = {
  title: '设置密码',
  text: '请为您的新账户设置密码，设置后立即登录。',
  submit: '设置密码并登录',
  otherUser: '您当前以 {{user}} 的身份登录。设置密码后，{{user}} 将在此浏览器中退出登录。',
  invalidTitle: '激活链接无效',
  invalid:
    '该链接已被使用、已超过 24 小时，或不完整。如果您已设置密码，请直接登录；否则请向管理员索取新的链接。',
  toSignIn: '前往登录页面',
  toFirstPage: '以 {{user}} 的身份继续',
};

export const signIn: Texts<typeof en.signIn> = {
  title: '登录',
  expired: '会话已结束。请重新登录后继续。',
  email: '邮箱',
  password: '密码',
  submit: '登录',
};
