// SPDX-License-Identifier: Apache-2.0
import type { NodeId } from './document';
import type { Finding } from './finding';

/** A finding as the REST API reports it. */
export interface ReportedFault {
  /** The chain, if the request contains several. */
  readonly ruleChainName?: string | null;
  readonly nodeIndex: number | null;
  readonly nodeName: string | null;
  readonly field: string;
  readonly message: string;
}

/** The answer of a check; a refused save and an import carry the same lists. */
export interface Report {
  readonly errors?: readonly ReportedFault[];
  readonly warnings?: readonly ReportedFault[];
}

/** A finding about a node, or about the whole chain if `nodeId` is absent. */
export interface LocatedFinding extends Finding {
  readonly nodeId?: NodeId;
}

/**
 * The findings of a report, errors first.
 *
 * @param order ids of the nodes in the order of the request
 */
export function findingsOf(report: Report, order: readonly NodeId[]): readonly LocatedFinding[] {
  return [
    ...(report.errors ?? []).map((fault) => located('error', fault, order)),
    ...(report.warnings ?? []).map((fault) => located('warning', fault, order)),
  ];
}

function located(
  severity: Finding['severity'],
  { nodeIndex, field, message }: ReportedFault,
  order: readonly NodeId[],
): LocatedFinding {
  const index = nodeIndex ?? indexIn(field);
  const nodeId = index === undefined ? undefined : order[index];
  return {
    severity,
    field,
    message,
    ...(index === undefined ? {} : { nodeIndex: index }),
    ...(nodeId === undefined ? {} : { nodeId }),
  };
}

function indexIn(field: string): number | undefined {
  const index = /^nodes\[(\d+)]/.exec(field)?.[1];
  return index === undefined ? undefined : Number(index);
}

export function findingsByNode(
  findings: readonly LocatedFinding[],
): ReadonlyMap<NodeId, readonly LocatedFinding[]> {
  const result = new Map<NodeId, LocatedFinding[]>();
  for (const finding of findings) {
    if (finding.nodeId !== undefined) {
      const others = result.get(finding.nodeId);
      if (others === undefined) {
        result.set(finding.nodeId, [finding]);
      } else {
        others.push(finding);
      }
    }
  }
  return result;
}

/** The field of a finding within its node: `configuration.tbelScript`; empty for the node itself. */
export function fieldInNode({ field }: Finding): string {
  return field.replace(/^nodes\[\d+]\.?/, '');
}

/** Findings with the same text, in the order of the first of each. */
export interface FindingGroup<T> {
  readonly message: string;
  readonly findings: readonly T[];
}

export function groupByText<T extends { readonly message: string }>(
  findings: readonly T[],
): readonly FindingGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const finding of findings) {
    const group = groups.get(finding.message);
    if (group === undefined) {
      groups.set(finding.message, [finding]);
    } else {
      group.push(finding);
    }
  }
  return [...groups].map(([message, group]) => ({ message, findings: group }));
}
