// SPDX-License-Identifier: Apache-2.0

/** The kinds of rule nodes, in the order in which they are listed. */
export const NODE_GROUPS = [
  'FILTER',
  'ENRICHMENT',
  'TRANSFORMATION',
  'ACTION',
  'EXTERNAL',
  'FLOW',
] as const;

export type NodeGroup = (typeof NODE_GROUPS)[number];
