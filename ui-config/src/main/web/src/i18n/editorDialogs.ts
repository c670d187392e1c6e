// SPDX-License-Identifier: Apache-2.0

/** Texts of the dialogs of the editor of a rule chain. */
export const connect = {
  title: 'Connect "{{name}}" to …',
  search: 'Search nodes by name or number',
  none: 'No other node can be connected.',
  self: 'A node cannot be connected with itself.',
  cycle: 'The nodes would form a cycle.',
  noInput: 'The node takes no messages.',
  labelsTitle: 'Labels from "{{from}}" to "{{to}}"',
  labelsHelp: 'Messages that leave the node with one of these labels follow the connection.',
  labelFilter: 'Search labels',
  otherLabel: 'Another label',
  addLabel: 'Add label',
  needsLabel: 'Choose at least one label.',
  notEmitted: '{{label}} (not emitted by this node)',
  confirm: 'Connect',
  change: 'Apply',
};

export const quickAdd = {
  title: 'Add a node',
  after: 'Add a node after "{{name}}"',
  between: 'Insert a node between "{{from}}" and "{{to}}"',
  label: 'Label',
};

export const save = {
  title: 'Save "{{name}}"',
  text: 'The chain takes effect at once.',
  changes_one: '{{count}} change since the last version.',
  changes_other: '{{count}} changes since the last version.',
  onlyMoved: 'Only positions in the drawing have changed.',
  confirm: 'Save',
  keepUnknown_one: 'Keep {{count}} unknown node as a placeholder',
  keepUnknown_other: 'Keep {{count}} unknown nodes as placeholders',
  keepUnknownHelp: 'Placeholders send every message to Failure. Without them the save is refused.',
  errors: 'The server refused the chain. It has these errors:',
  failed: 'Not saved: {{message}}',
  notesNeedNode:
    'Notes are saved with the nodes. This chain has no nodes, so its notes are not saved.',
};

export const conflict = {
  title: 'The rule chain was changed meanwhile',
  text: '{{author}} saved version {{number}} ({{when}}), after you opened the chain. Your changes are not saved yet.',
  textUnknown: 'The chain was saved after you opened it. Your changes are not saved yet.',
  theirs: 'Their changes',
  mine: 'Your changes',
  both: 'You changed these nodes too. If you overwrite, their changes to them are lost:',
  nothing: 'No differences in nodes and connections.',
  load: 'Load their version',
  loadHelp: 'Your changes stay in this browser as a draft.',
  overwrite: 'Overwrite …',
  confirmTitle: 'Overwrite their changes?',
  confirmText:
    'Your chain becomes the new version. Theirs stays in the list of versions and can be restored.',
  confirm: 'Overwrite',
  back: 'Back',
  service: 'The service',
};

export const draft = {
  title: 'This browser has unsaved changes of this rule chain',
  text: 'They were made {{when}}.',
  older:
    'They were made {{when}}. The chain was saved since then; a save will show the differences.',
  apply: 'Continue with them',
  discard: 'Discard them',
};

export const leave = {
  title: 'Leave without saving?',
  text: 'Your changes are kept as a draft in this browser and offered when you open the rule chain again.',
  stay: 'Stay',
  leave: 'Leave',
};
