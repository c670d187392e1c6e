// SPDX-License-Identifier: Apache-2.0
import {
  connectionId,
  type ChainDocument,
  type ConnectionId,
  type NodeId,
} from '../chain/document';
import type { TestStep } from './report';

/** A step of a message, in a run or in reality. */
export type WayStep = Pick<
  TestStep,
  'index' | 'after' | 'ruleChainId' | 'nodeId' | 'labels' | 'error'
> & {
  /** How long the node took; absent in a run. */
  readonly micros?: number;
};

/** The steps of a message, and the node at which it failed. */
export interface Walk {
  readonly steps: readonly WayStep[];
  readonly error: { readonly nodeId: { readonly id: string } | null } | null;
}

/** What a message did at a node. */
export interface Passage {
  readonly state: 'passed' | 'failed' | 'unreached';
  /** Numbers of the steps, from 1. */
  readonly steps: readonly number[];
  /** The time of all steps together; undefined if it is not known. */
  readonly micros?: number | undefined;
}

/** The way of a message through the drawing of a chain. */
export interface Way {
  readonly nodes: ReadonlyMap<NodeId, Passage>;
  /** The labels by which the message went along a connection. */
  readonly connections: ReadonlyMap<ConnectionId, ReadonlySet<string>>;
}

export const UNREACHED: Passage = { state: 'unreached', steps: [] };
export const NO_LABELS: ReadonlySet<string> = new Set();

/** The part of a walk that went through the nodes of one chain. */
export function wayOf(report: Walk, chainId: string, document: ChainDocument): Way {
  const nodes = new Map<NodeId, Passage>();
  const connections = new Map<ConnectionId, Set<string>>();
  for (const step of report.steps) {
    if (step.ruleChainId.id !== chainId) {
      continue;
    }
    const id = step.nodeId.id;
    const former: Passage = nodes.get(id) ?? { state: 'passed', steps: [] };
    nodes.set(id, {
      state: step.error === null ? former.state : 'failed',
      steps: [...former.steps, step.index + 1],
      micros: step.micros === undefined ? undefined : (former.micros ?? 0) + step.micros,
    });
    const from = nodeBefore(step, report.steps, chainId);
    const before = step.after === null ? undefined : report.steps[step.after];
    const connection =
      from === undefined ? undefined : document.connections.get(connectionId(from, id));
    if (before !== undefined && connection !== undefined) {
      const labels = connections.get(connection.id) ?? new Set();
      connection.labels
        .filter((label) => before.labels.includes(label))
        .forEach((label) => labels.add(label));
      connections.set(connection.id, labels);
    }
  }
  const failed = report.error?.nodeId?.id;
  if (failed !== undefined && document.nodes.has(failed)) {
    nodes.set(failed, { ...(nodes.get(failed) ?? UNREACHED), state: 'failed' });
  }
  return { nodes, connections };
}

/** The node of the chain that the message left last: before it may stand nodes of a chain that it calls. */
function nodeBefore(
  { after }: WayStep,
  steps: readonly WayStep[],
  chainId: string,
): NodeId | undefined {
  for (let index = after; index !== null;) {
    const step: WayStep | undefined = steps[index];
    if (step === undefined) {
      return undefined;
    }
    if (step.ruleChainId.id === chainId) {
      return step.nodeId.id;
    }
    index = step.after;
  }
  return undefined;
}
