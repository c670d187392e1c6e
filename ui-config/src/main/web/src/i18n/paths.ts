// SPDX-License-Identifier: Apache-2.0

/** Texts of the ways of messages. */
export const paths = {
  none: 'The message has reached no rule node.',
  branch: 'Branch {{number}}',
  chain: 'Rule chain {{chain}}',
  unnamed: 'unnamed rule node',
  recent: 'Recent messages',
  recentHelp:
    'The latest messages of the device whose way is known: those of the last minutes, and those of the last days that failed, were slow or were watched.',
  empty: 'No way of a message is kept: the device has sent nothing in the last minutes.',
  time: 'Ended',
  outcome: 'Outcome',
  duration: 'Took',
  show: 'Show the way of the message of {{time}}',
  hide: 'Hide the way of the message of {{time}}',
  onCanvas: 'On the canvas',
  outcomes: {
    DONE: 'Done',
    DONE_WITHOUT_EFFECT: 'Done without effect',
    DROPPED_BY_POLICY: 'Discarded',
    DEAD_LETTERED: 'Dead letter',
    HANDED_OVER: 'Handed over',
  },
  followed: 'The way of the message of {{time}}: {{outcome}}, {{duration}}',
  followedInFlight: 'The way of a message that is still on its way',
  followedGone:
    'The way of this message is no longer kept. Ways are kept for some minutes; those of failed, slow and watched messages for days; those of dead letters as long as the letter.',
  followedTitle: 'Followed message',
  delivery: 'Delivery',
  deliveryOf: 'Delivery {{number}}: {{outcome}}, {{time}}',
  steps: 'Steps of the message',
  inChain: 'Show the way in the rule chain {{chain}}',
  unchanged: 'The node passed the message on as it came.',
  noOutput: 'The message did not leave the node, or its content after the node is not kept.',
  truncated: 'The content was longer and is cut.',
  notKept:
    'The content of this message is not kept. Only failed, slow and watched messages are kept with their contents. Watch the node to keep the contents of the next messages.',
  tooMany:
    'The content at this node is not kept: the message is too large or was changed too often.',
  hopsNotKept_one: 'One more node is not kept.',
  hopsNotKept_other: '{{count}} more nodes are not kept.',
  failedOnly: 'Failures only',
  noFailures: 'No failed message is known.',
  noneAtNode: 'No message is known that has passed this node.',
  failed: 'Failed',
  reasons: {
    FAILED: 'Failed',
    SLOW: 'Slow',
    WATCHED: 'Watched',
  },
  followedElsewhere: 'The message has passed no node of this rule chain.',
  close: 'Show no way of a message',
};
