// SPDX-License-Identifier: Apache-2.0

/** Texts of the search for messages. */
export const messageSearch = {
  caption:
    'Failed, slow and watched messages of the last days, and all messages of the last minutes. The time leads to the way of the message on the canvas.',
  all: 'Search all messages',
  found: 'Messages that were found',
  originator: 'Originator',
  type: 'Type',
  more: 'Show earlier messages',
  empty: 'No message is known. Messages of devices appear here as soon as they have ended.',
  noMatch: 'No message that is known meets these conditions.',
  notKept_one:
    'One failed, slow or watched message has not been kept since {{time}}, because a limit was reached.',
  notKept_other:
    '{{count}} failed, slow or watched messages have not been kept since {{time}}, because a limit was reached.',
  filter: {
    title: 'Conditions of the search',
    device: 'Device',
    chain: 'Rule chain',
    node: 'Rule node',
    chainFirst: 'Choose a rule chain first',
    reason: 'Kept because',
    outcome: 'Outcome',
    type: 'Message type',
    message: 'Message id',
    any: 'Any',
    noId: 'An id has 36 characters, such as 0193a6f0-6d54-7c00-8000-0123456789ab.',
  },
};
