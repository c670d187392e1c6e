// SPDX-License-Identifier: Apache-2.0

/** The texts of the live figures on the canvas. */
export const liveFigures = {
  show: 'Show live figures',
  hide: 'Hide live figures',
  slowest: 'Who is slow?',
  title: 'Nodes by {{measure}}',
  perSecond: '{{rate}}/s',
  p99: 'p99 {{time}}',
  failures: '{{percent}} failed',
  backlog: '{{number}} waiting',
  noMessages: 'no messages',
  help: 'Last 5 s: {{rate}} messages/s; p50 {{p50}}, p99 {{p99}}; {{percent}} failed; {{backlog}} in the node',
  broken: {
    BREAKER_OPEN: 'Paused',
    NOT_STARTED: 'Not started',
  },
  openUntil: 'Its messages fail until {{time}}: {{reason}}',
  notStarted: 'Its messages fail: {{reason}}',
  column: {
    node: 'Node',
    p99: 'p99',
    p50: 'p50',
    rate: 'messages/s',
    failures: 'failures',
    backlog: 'backlog',
  },
  waiting: 'Waiting for the first figures …',
  notLoaded: 'No message has entered this rule chain in the last ten minutes.',
  unsavedNodes: 'Figures are those of the saved rule chain.',
  unanswered: 'Without the instances that do not answer: {{names}}',
};
