// SPDX-License-Identifier: Apache-2.0
import type * as en from '../common';
import type { Texts } from '../texts';

export const common: Texts<typeof en.common> = {
  cancel: '取消',
  close: '关闭',
  delete: '删除',
  name: '名称',
  description: '说明',
  comment: '备注',
  commentHelp: '显示在版本列表中。',
  page: '第 {{number}} 页',
  nextPage: '下一页',
  previousPage: '上一页',
  pages: '分页',
  emptyPage: '列表的这一页为空。',
  firstPage: '显示第一页',
  sortedUp: '按“{{column}}”升序排序',
  sortedDown: '按“{{column}}”降序排序',
  justNow: '刚刚',
  showPassword: '显示密码',
};

export const live: Texts<typeof en.live> = {
  live: '实时',
  liveHelp: '服务器存储新值后，页面会立即显示。',
  connecting: '正在连接…',
  down: '正在重新连接…',
  downHelp: '实时连接已中断。数值每 30 秒刷新一次。',
};

export const findings: Texts<typeof en.findings> = {
  nodes_one: '{{count}} 个节点',
  nodes_other: '{{count}} 个节点',
  topic: {
    professional: '未知节点：属于 ThingsBoard PE',
    notYet: '未知节点：Millrace 尚未提供',
    unknown: '未知节点：既不属于 ThingsBoard，也不属于已安装的插件',
    configuration: '无法生效的配置值',
    missingChains: '调用了不存在的规则链',
    sameNames: '名称重复',
    other: '其他问题',
  },
};

/** ThingsBoard's names of the groups. */
export const groups: Texts<typeof en.groups> = {
  FILTER: '过滤器',
  ENRICHMENT: '属性集',
  TRANSFORMATION: '变换',
  ACTION: '动作',
  EXTERNAL: '外部',
  FLOW: '流',
  UNKNOWN: '未知类型',
};

export const copy: Texts<typeof en.copy> = {
  copy: '复制',
  copied: '已复制',
  failed: '不允许复制',
};

export const errors: Texts<typeof en.errors> = {
  unreachable: 'Millrace 没有响应。',
  status: '服务器返回状态码 {{status}}。',
  retrying: '{{message}} 正在重试…',
  subscription: '服务器拒绝了订阅。',
};
