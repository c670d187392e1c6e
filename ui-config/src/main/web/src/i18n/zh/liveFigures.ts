// SPDX-License-Identifier: Apache-2.0
import type { liveFigures as english } from '../liveFigures';
import type { Texts } from '../texts';

export const liveFigures: Texts<typeof english> = {
  show: '显示实时指标',
  hide: '隐藏实时指标',
  slowest: '哪个节点慢？',
  title: '按 {{measure}} 排序的节点',
  perSecond: '{{rate}} 条/秒',
  p99: 'p99 {{time}}',
  failures: '失败 {{percent}}',
  backlog: '等待 {{number}}',
  noMessages: '无消息',
  help: '最近 5 秒：{{rate}} 条消息/秒；p50 {{p50}}，p99 {{p99}}；失败 {{percent}}；节点中有 {{backlog}} 条',
  broken: {
    BREAKER_OPEN: '已暂停',
    NOT_STARTED: '未启动',
  },
  openUntil: '其消息在 {{time}} 之前均失败：{{reason}}',
  notStarted: '其消息均失败：{{reason}}',
  column: {
    node: '节点',
    p99: 'p99 延迟',
    p50: 'p50 延迟',
    rate: '消息速率（条/秒）',
    failures: '失败率',
    backlog: '积压',
  },
  waiting: '正在等待首批指标……',
  notLoaded: '最近十分钟内没有消息进入此规则链。',
  unsavedNodes: '指标为已保存规则链的指标。',
  unanswered: '不包含未应答的实例：{{names}}',
};
