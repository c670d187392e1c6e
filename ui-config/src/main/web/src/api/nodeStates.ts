// SPDX-License-Identifier: Apache-2.0
import type { NodeStates } from '../model/live';
import { authorized } from './session';

/** The states and live figures of a rule chain's nodes, on all instances. */
export function readNodeStates(chainId: string, signal?: AbortSignal): Promise<NodeStates> {
  return authorized(`api/ruleChain/${encodeURIComponent(chainId)}/nodes/state?figures=true`, {
    signal,
  });
}
