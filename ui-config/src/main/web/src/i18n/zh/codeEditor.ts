// SPDX-License-Identifier: Apache-2.0
import type * as en from '../codeEditor';
import type { Texts } from '../texts';

export const codeEditor: Texts<typeof en.codeEditor> = {
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  'by word': '全词匹配',
  regexp: '正则表达式',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配项',
  'on line': '所在行',
  'replaced match on line $': '已替换第 $ 行的匹配项',
  'replaced $ matches': '已替换 $ 个匹配项',
  'Go to line': '转到行',
  go: '转到',
  'Control character': '控制字符',
  Completions: '补全建议',
  Diagnostics: '问题',
  'No diagnostics': '没有问题',
  'Selection deleted': '已删除所选内容',
};
