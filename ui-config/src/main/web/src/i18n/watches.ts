// SPDX-License-Identifier: Apache-2.0

/** Texts of watches, which keep messages with their contents. */
export const watches = {
  watch: 'Watch for 15 minutes',
  stop: 'End watch',
  left: 'Watched, {{time}} left',
  begin: {
    DEVICE: 'Watch for 15 minutes: this device',
    RULE_CHAIN: 'Watch for 15 minutes: this rule chain',
    RULE_NODE: 'Watch for 15 minutes: this node',
  },
  end: {
    DEVICE: 'End watch of this device',
    RULE_CHAIN: 'End watch of this rule chain',
    RULE_NODE: 'End watch of this node',
  },
  help: {
    DEVICE:
      'Keeps every message of this device with its contents for 15 minutes, or for the time that the tenant profile sets',
    RULE_CHAIN:
      'Keeps every message that passes this rule chain with its contents for 15 minutes, or for the time that the tenant profile sets',
    RULE_NODE:
      'Keeps every message that passes this node with its contents for 15 minutes, or for the time that the tenant profile sets',
  },
  endHelp: 'Messages that are kept already stay',
  marked: 'Watched',
  notSaved: 'Save the rule chain to watch this node.',
};
