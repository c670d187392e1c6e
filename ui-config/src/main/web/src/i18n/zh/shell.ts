// SPDX-License-Identifier: Apache-2.0
import type * as en from '../shell';
import type { Texts } from '../texts';

export const shell: Texts<typeof en.shell> = {
  skip: '跳到正文',
  main: '主导航',
  lightColours: '切换到浅色主题',
  darkColours: '切换到深色主题',
  sections: {
    alarms: '告警',
    devices: '设备',
    deviceProfiles: '设备配置',
    ruleChains: '规则链',
    deadLetters: '死信',
    messages: '消息',
    system: '系统',
  },
};

export const language: Texts<typeof en.language> = {
  label: '语言',
  failed: '无法加载文本。请检查网络连接，然后重新选择语言。',
};

export const userMenu: Texts<typeof en.userMenu> = {
  account: '账户',
  signOut: '退出登录',
  draftsTitle: '退出登录并删除未保存的更改？',
  draftsText: '此浏览器中保存有规则链的未保存更改。退出登录会删除这些更改。',
};

export const errorPage: Texts<typeof en.errorPage> = {
  title: '此页面出错',
  text: '用户界面发生错误，页面已停止运行。服务器不受影响，规则链中未保存的更改已作为草稿保留在此浏览器中。',
  outdated: '无法加载用户界面的一部分。可能是服务器没有响应，或打开此页面后服务器已更新。',
  reload: '重新加载页面',
  details: '错误：{{message}}',
};

export const notFound: Texts<typeof en.notFound> = {
  title: '页面不存在',
  text: '地址可能有误。',
  firstPage: '前往首页',
};
