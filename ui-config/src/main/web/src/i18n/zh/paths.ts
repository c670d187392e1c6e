// SPDX-License-Identifier: Apache-2.0
import type { paths as english } from '../paths';
import type { Texts } from '../texts';

export const paths: Texts<typeof english> = {
  none: '该消息未到达任何规则节点。',
  branch: '分支 {{number}}',
  chain: '规则链 {{chain}}',
  unnamed: '未命名的规则节点',
  recent: '最近的消息',
  recentHelp:
    '设备最近的、路径已知的消息：最近几分钟内的消息，以及最近几天内失败、缓慢或被监视的消息。',
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
  followedGone:
    '此消息的路径不再保留。路径仅保留几分钟；失败、缓慢和被监视的消息的路径保留数天；死信的路径与死信一同保留。',
  followedTitle: '跟踪的消息',
  delivery: '投递',
  deliveryOf: '投递 {{number}}：{{outcome}}，{{time}}',
  steps: '消息的步骤',
  inChain: '在规则链 {{chain}} 中显示路径',
  unchanged: '节点原样传递了该消息。',
  noOutput: '消息没有离开该节点，或未保留节点之后的内容。',
  truncated: '内容过长，已被截断。',
  notKept:
    '未保留此消息的内容。仅失败、缓慢和被监视的消息会连同内容一起保留。监视该节点即可保留后续消息的内容。',
  tooMany: '未保留该节点处的内容：消息过大或更改次数过多。',
  hopsNotKept_one: '另有一个节点未保留。',
  hopsNotKept_other: '另有 {{count}} 个节点未保留。',
  failedOnly: '仅失败的消息',
  noFailures: '没有已知的失败消息。',
  noneAtNode: '没有已知的经过此节点的消息。',
  failed: '失败',
  reasons: {
    FAILED: '失败',
    SLOW: '缓慢',
    WATCHED: '被监视',
  },
  followedElsewhere: '该消息未经过此规则链的任何节点。',
  close: '不显示消息路径',
};
