// SPDX-License-Identifier: Apache-2.0

/** Texts of the user's account and of passwords. */
export const account = {
  title: 'Account',
  user: 'User',
  name: 'Name',
  noName: 'not set',
  email: 'E-mail',
  role: 'Role',
  roles: {
    SYS_ADMIN: 'System administrator',
    TENANT_ADMIN: 'Tenant administrator',
    CUSTOMER_USER: 'Customer user',
  },
  changePassword: 'Change password',
  changeHelp: 'A change signs you out everywhere else: in other browsers and in programs.',
  changed: 'Your password has been changed. You are signed out everywhere else.',
};

export const password = {
  current: 'Current password',
  new: 'New password',
  repeat: 'Repeat the new password',
  rules:
    'At least {{min}} characters, at most {{max}} bytes: letters with accents and of other scripts take 2 to 4 bytes.',
  problem: {
    missing: 'Enter a password.',
    short: 'Use at least {{min}} characters.',
    long: 'Use at most {{max}} bytes.',
    unchanged: 'Choose a password that differs from the current one.',
    differs: 'The two passwords differ.',
    current: 'This is not your current password.',
  },
};
