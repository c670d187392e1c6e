// SPDX-License-Identifier: Apache-2.0
import type { NodeId } from './document';
import { isMissingType, type Finding, type FindingKind } from './finding';

/** A finding as the REST API reports it. */
export interface ReportedFault {
  /** The chain, if the request contains several. */
  readonly ruleChainName?: string | null;
  readonly kind?: FindingKind;
  readonly subject?: string;
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
  { kind, subject, nodeIndex, field, message }: ReportedFault,
  order: readonly NodeId[],
): LocatedFinding {
  const index = nodeIndex ?? indexIn(field);
  const nodeId = index === undefined ? undefined : order[index];
  return {
    severity,
    field,
    message,
    ...(kind === undefined ? {} : { kind }),
    ...(subject === undefined ? {} : { subject }),
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

/** Findings of one kind, severity and text, in the order of the first of each: one line for several nodes. */
export interface FindingGroup<T> {
  readonly message: string;
  readonly findings: readonly T[];
}

interface Groupable {
  readonly kind?: FindingKind;
  readonly severity?: Finding['severity'];
  readonly message: string;
}

export function groupByText<T extends Groupable>(
  findings: readonly T[],
): readonly FindingGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const finding of findings) {
    const key = `${finding.severity ?? ''} ${finding.kind ?? ''} ${finding.message}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [finding]);
    } else {
      group.push(finding);
    }
  }
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ message: group[0].message, findings: group }],
  );
}

/** What a part of a list of findings is about, in the order of the parts. */
export const FINDING_TOPICS = [
  'professional',
  'notYet',
  'unknown',
  'configuration',
  'missingChains',
  'sameNames',
  'other',
] as const;
export type FindingTopic = (typeof FINDING_TOPICS)[number];

const TOPICS: Partial<Record<FindingKind, FindingTopic>> = {
  TYPE_OF_THINGSBOARD_PE: 'professional',
  TYPE_NOT_YET: 'notYet',
  UNKNOWN_TYPE: 'unknown',
  CONFIGURATION: 'configuration',
  MISSING_CHAIN: 'missingChains',
  SAME_NAME: 'sameNames',
};

export function topicOf({ kind }: { readonly kind?: FindingKind }): FindingTopic {
  return (kind === undefined ? undefined : TOPICS[kind]) ?? 'other';
}

export interface FindingSection<T> {
  readonly topic: FindingTopic;
  readonly groups: readonly FindingGroup<T>[];
}

/** The findings by topic; topics without findings are left out. */
export function sectionsOf<T extends Groupable>(
  findings: readonly T[],
): readonly FindingSection<T>[] {
  return FINDING_TOPICS.map((topic) => ({
    topic,
    groups: groupByText(findings.filter((finding) => topicOf(finding) === topic)),
  })).filter(({ groups }) => groups.length > 0);
}

/** How many errors are nodes of unknown types, which can be kept as placeholders. */
export function missingTypesIn({ errors = [] }: Report): number {
  return errors.filter(isMissingType).length;
}

/** Whether a file would be imported if its unknown nodes were kept as placeholders. */
export function needsOnlyPlaceholders(report: Report): boolean {
  const missing = missingTypesIn(report);
  return missing > 0 && missing === report.errors?.length;
}
