// SPDX-License-Identifier: Apache-2.0

/** Texts that several pages share. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  name: 'Name',
  description: 'Description',
  comment: 'Comment',
  commentHelp: 'Shown in the list of versions.',
  page: 'Page {{number}}',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  pages: 'Pages of rows',
  emptyPage: 'This page of the list is empty.',
  firstPage: 'Show the first page',
  sortedUp: 'Sort by {{column}}, ascending',
  sortedDown: 'Sort by {{column}}, descending',
  justNow: 'just now',
  showPassword: 'Show the password',
};

export const live = {
  live: 'Live',
  liveHelp: 'New values appear as soon as the server has stored them.',
  connecting: 'Connecting …',
  down: 'Reconnecting …',
  downHelp: 'The live connection is interrupted. Values are refreshed every 30 seconds.',
};

export const findings = {
  nodes_one: '{{count}} node',
  nodes_other: '{{count}} nodes',
  topic: {
    professional: 'Unknown nodes: they belong to ThingsBoard PE',
    notYet: 'Unknown nodes: not yet in Millrace',
    unknown: 'Unknown nodes: of neither ThingsBoard nor an installed plugin',
    configuration: 'Values that cannot work',
    missingChains: 'Calls of rule chains that do not exist',
    sameNames: 'Equal names',
    other: 'Other findings',
  },
};

export const groups = {
  FILTER: 'Filter',
  ENRICHMENT: 'Enrichment',
  TRANSFORMATION: 'Transformation',
  ACTION: 'Action',
  EXTERNAL: 'External',
  FLOW: 'Flow',
  UNKNOWN: 'Unknown type',
};

/** The button that copies a text. */
export const copy = {
  copy: 'Copy',
  copied: 'Copied',
  failed: 'Not allowed',
};

/** Errors that the UI finds by itself; others come from the server in its own words. */
export const errors = {
  unreachable: 'Millrace does not answer.',
  status: 'The server answered with status {{status}}.',
  retrying: '{{message}} Trying again …',
  subscription: 'The server refused the subscription.',
};
