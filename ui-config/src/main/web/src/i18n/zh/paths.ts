// SPDX-License-Identifier: Apache-2.0
import type { paths as english } from '../paths';
import type { Texts } from '../texts';

export const paths: Texts<typeof english> = {
  none: '该消息未到达任何规则节点。',
  branch: '分支 {{number}}',
  chain: '规则链 {{chain}}',
  unnamed: '未命名的规则节点',
  recent: '最近的消息',
  recentHelp: '设备最近的、路径仍被保留的消息：最近几分钟内的消息，以及失败的消息。',
  empty: '未保留任何消息路径：设备在最近几分钟内没有发送数据。',
  time: '结束时间',
  outcome: '结果',
  duration: '耗时',
  show: '显示 {{time}} 的消息路径',
  hide: '隐藏 {{time}} 的消息路径',
  onCanvas: '在画布上显示',
  outcomes: {
    DONE: '完成',
    DONE_WITHOUT_EFFECT: '完成（无效果）',
    DROPPED_BY_POLICY: '已丢弃',
    DEAD_LETTERED: '死信',
    HANDED_OVER: '已移交',
  },
  followed: '{{time}} 的消息路径：{{outcome}}，{{duration}}',
  followedInFlight: '仍在处理中的消息的路径',
  followedGone: '此消息的路径不再保留。路径仅保留几分钟；死信的路径与死信一同保留。',
  followedElsewhere: '该消息未经过此规则链的任何节点。',
  close: '不显示消息路径',
};
