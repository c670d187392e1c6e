// SPDX-License-Identifier: Apache-2.0
import type * as en from '../editorDialogs';
import type { Texts } from '../texts';

export const connect: Texts<typeof en.connect> = {
  title: '将“{{name}}”连接到…',
  search: '按名称或编号搜索节点',
  none: '没有其他可连接的节点。',
  self: '节点不能与自身连接。',
  cycle: '连接后节点会形成环。',
  noInput: '该节点不接收消息。',
  labelsTitle: '从“{{from}}”到“{{to}}”的标签',
  labelsHelp: '以其中任一标签离开节点的消息会沿此连接传递。',
  labelFilter: '搜索标签',
  otherLabel: '其他标签',
  addLabel: '添加标签',
  needsLabel: '请至少选择一个标签。',
  notEmitted: '{{label}}（此节点不会输出）',
  confirm: '连接',
  change: '应用',
};

export const quickAdd: Texts<typeof en.quickAdd> = {
  title: '添加节点',
  after: '在“{{name}}”后添加节点',
  between: '在“{{from}}”和“{{to}}”之间插入节点',
  label: '标签',
};

export const save: Texts<typeof en.save> = {
  title: '保存“{{name}}”',
  text: '规则链保存后立即生效。',
  changes_one: '自上一版本以来有 {{count}} 处更改。',
  changes_other: '自上一版本以来有 {{count}} 处更改。',
  onlyMoved: '只有节点在图中的位置发生了变化。',
  confirm: '保存',
  keepUnknown_one: '将 {{count}} 个未知节点保留为占位节点',
  keepUnknown_other: '将 {{count}} 个未知节点保留为占位节点',
  keepUnknownHelp: '占位节点将每条消息发送到 Failure。如不保留占位节点，则无法保存。',
  errors: '服务器拒绝了此规则链。存在以下错误：',
  failed: '未保存：{{message}}',
  notesNeedNode: '注释与节点一起保存。此规则链没有节点，因此注释不会保存。',
};

export const conflict: Texts<typeof en.conflict> = {
  title: '规则链已被他人修改',
  text: '您打开规则链后，{{author}} 保存了版本 {{number}}（{{when}}）。您的更改尚未保存。',
  textUnknown: '您打开规则链后，规则链已被保存。您的更改尚未保存。',
  theirs: '对方的更改',
  mine: '您的更改',
  both: '您也修改了以下节点。如果覆盖，对方对这些节点的更改将丢失：',
  nothing: '节点和连接没有差异。',
  load: '加载对方的版本',
  loadHelp: '您的更改将作为草稿保留在此浏览器中。',
  overwrite: '覆盖…',
  confirmTitle: '覆盖对方的更改？',
  confirmText: '您的规则链将成为新版本。对方的版本保留在版本列表中，可以恢复。',
  confirm: '覆盖',
  back: '返回',
  service: '服务',
};

export const draft: Texts<typeof en.draft> = {
  title: '此浏览器中有该规则链的未保存更改',
  text: '更改时间：{{when}}。',
  older: '更改时间：{{when}}。此后规则链已被保存；保存时会显示差异。',
  apply: '继续编辑这些更改',
  discard: '放弃这些更改',
};

export const leave: Texts<typeof en.leave> = {
  title: '不保存就离开？',
  text: '您的更改将作为草稿保留在此浏览器中，再次打开该规则链时可以恢复。',
  stay: '留下',
  leave: '离开',
};
