// SPDX-License-Identifier: Apache-2.0

/** Texts of the page of the system administrator. */
export const system = {
  title: 'System',
  text: 'This account administers tenants. Devices and rule chains belong to tenants: sign in as the administrator of a tenant to see them.',
  tenants: 'Create a tenant',
  help: 'Tenants have no page here yet. Create them over REST, with curl and jq in a shell. Replace PASSWORD, the title and the e-mail address.',
  link: 'The last command prints a link. Its recipient opens it within 24 hours and sets the password.',
  commands: 'commands',
  reference: 'All calls: REST API reference',
};
