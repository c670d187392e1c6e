// SPDX-License-Identifier: Apache-2.0

/** Texts of what surrounds every page, and of its errors. */
export const shell = {
  skip: 'Skip to the content',
  main: 'Main',
  lightColours: 'Switch to light colours',
  darkColours: 'Switch to dark colours',
  sections: {
    alarms: 'Alarms',
    devices: 'Devices',
    deviceProfiles: 'Device profiles',
    ruleChains: 'Rule chains',
    deadLetters: 'Dead letters',
    messages: 'Messages',
    system: 'System',
  },
};

export const language = {
  label: 'Language',
  failed: 'The texts could not be loaded. Check the connection, then choose the language again.',
};

export const userMenu = {
  account: 'Account',
  signOut: 'Sign out',
  draftsTitle: 'Sign out and delete unsaved changes?',
  draftsText:
    'This browser keeps changes of rule chains that you have not saved. Signing out deletes them.',
};

export const errorPage = {
  title: 'This page failed',
  text: 'The page stopped because of an error in the user interface. The server is not affected, and changes to a rule chain that were not saved are kept as a draft in this browser.',
  outdated:
    'A part of the user interface could not be loaded. Either the server does not answer, or it was updated since this page was opened.',
  reload: 'Reload the page',
  details: 'Error: {{message}}',
};

export const notFound = {
  title: 'There is no such page',
  text: 'The address may be mistyped.',
  firstPage: 'Go to the first page',
};
