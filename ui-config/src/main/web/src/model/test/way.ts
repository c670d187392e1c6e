// SPDX-License-Identifier: Apache-2.0
import {
  connectionId,
  type ChainDocument,
  type ConnectionId,
  type NodeId,
} from '../chain/document';
import type { TestReport, TestStep } from './report';

/** What a run did at a node. */
export interface Passage {
  readonly state: 'passed' | 'failed' | 'unreached';
  /** Numbers of the steps, from 1. */
  readonly steps: readonly number[];
}

/** The way of a message through the drawing of a chain. */
export interface Way {
  readonly nodes: ReadonlyMap<NodeId, Passage>;
  /** The labels by which the message went along a connection. */
  readonly connections: ReadonlyMap<ConnectionId, ReadonlySet<string>>;
}

export const UNREACHED: Passage = { state: 'unreached', steps: [] };
export const NO_LABELS: ReadonlySet<string> = new Set();

/** The part of a run that went through the nodes of one chain. */
export function wayOf(report: TestReport, chainId: string, document: ChainDocument): Way {
  const nodes = new Map<NodeId, Passage>();
  const connections = new Map<ConnectionId, Set<string>>();
  for (const step of report.steps) {
    if (step.ruleChainId.id !== chainId) {
      continue;
    }
    const id = step.nodeId.id;
    const former = nodes.get(id) ?? { state: 'passed', steps: [] };
    nodes.set(id, {
      state: step.error === null ? former.state : 'failed',
      steps: [...former.steps, step.index + 1],
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
    nodes.set(failed, { state: 'failed', steps: nodes.get(failed)?.steps ?? [] });
  }
  return { nodes, connections };
}

/** The node of the chain that the message left last: before it may stand nodes of a chain that it calls. */
function nodeBefore(
  { after }: TestStep,
  steps: readonly TestStep[],
  chainId: string,
): NodeId | undefined {
  for (let index = after; index !== null;) {
    const step: TestStep | undefined = steps[index];
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
