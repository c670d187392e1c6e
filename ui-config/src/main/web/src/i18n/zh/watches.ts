// SPDX-License-Identifier: Apache-2.0
import type { Texts } from '../texts';
import type { watches as english } from '../watches';

/** Texts of watches, in Chinese. */
export const watches: Texts<typeof english> = {
  watch: '监视 15 分钟',
  stop: '结束监视',
  left: '监视中，剩余 {{time}}',
  begin: {
    DEVICE: '监视 15 分钟：此设备',
    RULE_CHAIN: '监视 15 分钟：此规则链',
    RULE_NODE: '监视 15 分钟：此节点',
  },
  end: {
    DEVICE: '结束监视此设备',
    RULE_CHAIN: '结束监视此规则链',
    RULE_NODE: '结束监视此节点',
  },
  help: {
    DEVICE: '保留此设备的每条消息及其内容，持续 15 分钟或租户配置所设的时间',
    RULE_CHAIN: '保留经过此规则链的每条消息及其内容，持续 15 分钟或租户配置所设的时间',
    RULE_NODE: '保留经过此节点的每条消息及其内容，持续 15 分钟或租户配置所设的时间',
  },
  endHelp: '已保留的消息不受影响',
  marked: '监视中',
  notSaved: '请先保存规则链，再监视此节点。',
};
