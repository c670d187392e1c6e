// SPDX-License-Identifier: Apache-2.0

/** Texts of the ways of messages. */
export const paths = {
  none: 'The message has reached no rule node.',
  branch: 'Branch {{number}}',
  chain: 'Rule chain {{chain}}',
  unnamed: 'unnamed rule node',
  recent: 'Recent messages',
  recentHelp:
    'The latest messages of the device whose way is still kept: those of the last minutes, and those that failed.',
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
    'The way of this message is no longer kept. Ways are kept for some minutes; those of dead letters as long as the letter.',
  followedElsewhere: 'The message has passed no node of this rule chain.',
  close: 'Show no way of a message',
};
