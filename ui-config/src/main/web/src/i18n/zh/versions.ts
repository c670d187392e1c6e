// SPDX-License-Identifier: Apache-2.0
import type { Texts } from '../texts';
import type * as en from '../versions';

export const versions: Texts<typeof en.versions> = {
  title: '“{{name}}”的版本',
  number: '版本 {{number}}',
  current: '当前',
  service: '服务',
  noComment: '无备注',
  compareWith: '对比版本',
  none: '无',
  restore: '恢复此版本',
  restoreTitle: '恢复版本 {{number}}？',
  restoreText: '将版本 {{number}} 的节点和连接保存为新版本，并立即生效。',
  restoreComment: '已恢复版本 {{number}}',
  restoreConfirm: '恢复',
  edit: '返回编辑器',
  list: '版本列表',
  drawing: '版本 {{number}} 的图',
};

export const difference: Texts<typeof en.difference> = {
  added: '已添加',
  removed: '已删除',
  changed: '已修改',
  moved: '已移动',
  connections: '连接',
  connectionAdded: '“{{from}}”到“{{to}}”：添加了 {{label}}',
  connectionRemoved: '“{{from}}”到“{{to}}”：删除了 {{label}}',
  connectionChanged: '“{{from}}”到“{{to}}”：{{old}} 改为 {{label}}',
  firstNode: '首节点：“{{old}}”改为“{{now}}”',
  noNode: '无',
  none: '两个版本的节点和连接相同。',
  absent: '不存在',
  oldValue: '旧值',
  newValue: '新值',
  show: '在图中显示“{{name}}”',
};
