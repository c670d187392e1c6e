// SPDX-License-Identifier: Apache-2.0

/** Texts of the list of rule chains. */
export const ruleChains = {
  title: 'Rule chains',
  count_one: '{{count}} rule chain',
  count_other: '{{count}} rule chains',
  found: '{{count}} found',
  searchLabel: 'Search rule chains by name',
  searchPlaceholder: 'Search by name',
  create: 'Create',
  createTitle: 'Create a rule chain',
  import: 'Import',
  exportAll: 'Export all',
  created: 'Created',
  actions: 'Actions for {{name}}',
  root: 'Root',
  rootHelp: 'Messages of devices enter this chain, unless their profile names another one.',
  open: 'Open',
  rename: 'Rename',
  renameTitle: 'Rename the rule chain',
  save: 'Save',
  export: 'Export',
  versions: 'Versions',
  makeRoot: 'Make root',
  makeRootTitle: 'Make "{{name}}" the root rule chain?',
  makeRootText:
    'From then on, messages of devices enter this chain, unless their profile names another one.',
  deleteTitle: 'Delete "{{name}}"?',
  deleteText: 'The rule chain, its versions and its test cases are deleted. This cannot be undone.',
  empty: 'There are no rule chains yet.',
  emptyHelp:
    'Create one and draw its nodes, or import a file that was exported here or from ThingsBoard.',
  noneFound: 'No rule chain has "{{search}}" in its name.',
  nameRequired: 'Enter a name.',
  importTitle: 'Import rule chains',
  importHelp:
    'JSON files with one or several rule chains each, exported here or from ThingsBoard. New rule chains are created; none is overwritten.',
  importDrop: 'Drop files here, or',
  importChoose: 'choose files',
  dropHere: 'Drop the files to import their rule chains',
  dragHelp: 'Drag the name out of the window to export the rule chain',
  importNotJson: '"{{file}}" is not a JSON file.',
  importNotRuleChains:
    '"{{file}}" holds no rule chain. Expected "ruleChain" and "metadata", or "ruleChains".',
  importFailed: '"{{file}}" was not imported.',
  importing: 'Importing "{{file}}" …',
  imported_one: '{{count}} rule chain imported from "{{file}}".',
  imported_other: '{{count}} rule chains imported from "{{file}}".',
  importSameName: 'Other rule chains have the same name: {{names}}. Rename one to tell them apart.',
  keepUnknown_one: 'Keep {{count}} unknown node as a placeholder',
  keepUnknown_other: 'Keep {{count}} unknown nodes as placeholders',
  keepUnknownHelp:
    'Placeholders keep type, configuration and connections of the nodes. They send every message to Failure, with the reason.',
  keepUnknownNotEnough:
    'Open the rule chain in the editor and repair the other errors. A save there can keep the unknown nodes as placeholders.',
  openUnsaved: 'Open in the editor',
  openUnsavedHelp:
    'Creates an empty rule chain of this name. The nodes of the file are opened as changes that are not saved yet.',
  importErrors: 'Errors',
  importWarnings: 'Warnings',
};

export const usedBy = {
  menu: 'Used by …',
  title: 'What uses "{{name}}"',
  loading: 'Loading',
  none: 'No node calls this rule chain, and no profile sends its messages into it.',
  root: 'It is the root rule chain: messages enter it unless their profile names another one.',
  nodes: 'Nodes that call it',
  node: '{{node}} in {{chain}}',
  deviceProfiles: 'Device profiles whose default rule chain it is',
  assetProfiles: 'Asset profiles whose default rule chain it is',
  beforeDelete:
    'Messages that nodes send to it fail after that. While a profile uses it, it cannot be deleted.',
};
