// SPDX-License-Identifier: Apache-2.0
import type { messageSearch as english } from '../messageSearch';
import type { Texts } from '../texts';

/** Texts of the search for messages, in Chinese. */
export const messageSearch: Texts<typeof english> = {
  caption:
    '最近几天内失败、缓慢和被监视的消息，以及最近几分钟内的所有消息。点击时间可在画布上查看消息的路径。',
  all: '搜索所有消息',
  found: '找到的消息',
  originator: '发起者',
  type: '类型',
  more: '显示更早的消息',
  empty: '没有已知的消息。设备的消息处理结束后会立即显示在这里。',
  noMatch: '没有已知的消息符合这些条件。',
  notKept_one: '自 {{time}} 起，因达到上限，有一条失败、缓慢或被监视的消息未保留。',
  notKept_other: '自 {{time}} 起，因达到上限，有 {{count}} 条失败、缓慢或被监视的消息未保留。',
  filter: {
    title: '搜索条件',
    device: '设备',
    chain: '规则链',
    node: '规则节点',
    chainFirst: '请先选择规则链',
    reason: '保留原因',
    outcome: '结果',
    type: '消息类型',
    message: '消息 ID',
    any: '任意',
    noId: 'ID 有 36 个字符，例如 0193a6f0-6d54-7c00-8000-0123456789ab。',
  },
};
