// SPDX-License-Identifier: Apache-2.0

/** Texts of CodeMirror, which are their own keys there. */
export const codeEditor = {
  Find: 'Find',
  Replace: 'Replace',
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  'by word': 'By word',
  regexp: 'Regular expression',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  'current match': 'Current match',
  'on line': 'on line',
  'replaced match on line $': 'Replaced the match on line $',
  'replaced $ matches': 'Replaced $ matches',
  'Go to line': 'Go to line',
  go: 'Go',
  'Control character': 'Control character',
  Completions: 'Completions',
  Diagnostics: 'Problems',
  'No diagnostics': 'No problems',
  'Selection deleted': 'Selection deleted',
};
