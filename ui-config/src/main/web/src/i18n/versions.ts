// SPDX-License-Identifier: Apache-2.0

/** Texts of the versions of a rule chain and of their differences. */
export const versions = {
  title: 'Versions of {{name}}',
  number: 'Version {{number}}',
  current: 'Current',
  service: 'The service',
  noComment: 'No comment',
  compareWith: 'Compare with',
  none: 'nothing',
  restore: 'Restore this version',
  restoreTitle: 'Restore version {{number}}?',
  restoreText:
    'A new version with the nodes and connections of version {{number}} is saved and takes effect at once.',
  restoreComment: 'Restored version {{number}}',
  restoreConfirm: 'Restore',
  edit: 'Back to the editor',
  list: 'List of versions',
  drawing: 'Drawing of version {{number}}',
};

export const difference = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
  connections: 'Connections',
  connectionAdded: '{{from}} to {{to}}: {{label}} added',
  connectionRemoved: '{{from}} to {{to}}: {{label}} removed',
  connectionChanged: '{{from}} to {{to}}: {{old}} is now {{label}}',
  firstNode: 'First node: {{old}} is now {{now}}',
  noNode: 'none',
  none: 'The versions have the same nodes and connections.',
  absent: 'absent',
  oldValue: 'Old',
  newValue: 'New',
  show: 'Show {{name}} in the drawing',
};
