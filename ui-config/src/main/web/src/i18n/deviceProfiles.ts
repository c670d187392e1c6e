// SPDX-License-Identifier: Apache-2.0

/** Texts of the page of device profiles. */
export const deviceProfiles = {
  title: 'Device profiles',
  count_one: '{{count}} device profile',
  count_other: '{{count}} device profiles',
  found_one: '{{count}} device profile found',
  found_other: '{{count}} device profiles found',
  help: 'A device profile says what devices of one kind have in common. A change applies to all its devices at once.',
  searchLabel: 'Search device profiles by name',
  noneFound: 'No device profile has "{{search}}" in its name.',
  showAll: 'Show all device profiles',
  add: 'Add device profile',
  addTitle: 'Add a device profile',
  edit: 'Edit {{name}}',
  editTitle: 'Edit the device profile',
  conflict:
    'The device profile was changed meanwhile, so your changes are not saved. Reload to see its present state; what you have entered here is lost.',
  actions: 'Actions',
  default: 'Default',
  makeDefault: 'Make default',
  makeDefaultOf: 'Make default: {{name}}',
  deleteOf: 'Delete {{name}}',
  devices: 'Show its devices',
  devicesOf: 'Show its devices: {{name}}',
  delete: {
    title: 'Delete "{{name}}"?',
    text: 'A device profile can be deleted when no device has it. This cannot be undone.',
    type: 'Type the name of the device profile to delete it',
    confirm: 'Delete the device profile',
  },
  chain: 'Rule chain',
  rootChain: 'Root rule chain of the tenant',
  queue: 'Queue',
  transport: 'Transport',
  transports: { DEFAULT: 'Default', MQTT: 'MQTT' },
  transportHelp: {
    DEFAULT: 'For devices that connect over any protocol.',
    MQTT: 'For devices that connect over MQTT with the usual topics and JSON. Other protocols are not refused.',
  },
  connections: 'Connections per device',
  connectionsHelp:
    'From 1 to 100; 1 if it is empty. When a device opens one more, its oldest connection is closed.',
  provisioning: 'Provisioning',
  provision: {
    DISABLED: 'Disabled',
    ALLOW_CREATE_NEW_DEVICES: 'Allow new devices',
    CHECK_PRE_PROVISIONED_DEVICES: 'Check pre-provisioned devices',
  },
  provisionHelp: {
    DISABLED: 'Devices are added by users only.',
    ALLOW_CREATE_NEW_DEVICES:
      'A device that knows key and secret is added, and gets its credentials.',
    CHECK_PRE_PROVISIONED_DEVICES:
      'A device that knows key and secret gets its credentials if a user has added it under its name before.',
  },
  key: 'Provisioning key',
  keyWhat: 'provisioning key',
  secret: 'Provisioning secret',
  secretWhat: 'provisioning secret',
  generated: 'Generated when you save',
  days: 'Days for which time series are kept',
  daysHelp:
    'From 0 to 36500. Empty or 0: they are kept as long as the tenant profile allows. Older values are deleted, also those that are stored already.',
  problem: {
    nameRequired: 'Enter a name.',
    connections: 'Enter a whole number from 1 to 100.',
    days: 'Enter a whole number from 0 to 36500.',
  },
};
