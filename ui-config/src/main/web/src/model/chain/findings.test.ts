// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  fieldInNode,
  findingsByNode,
  findingsOf,
  groupByText,
  missingTypesIn,
  needsOnlyPlaceholders,
  sectionsOf,
  type Report,
  type ReportedFault,
} from './findings';

const REPORT: Report = {
  errors: [
    {
      nodeIndex: 1,
      nodeName: 'Hot?',
      field: 'nodes[1].configuration.tbelScript',
      message: 'Invalid expression (line 1, column 14)',
    },
    { nodeIndex: null, nodeName: null, field: 'firstNodeIndex', message: 'there is no such node' },
  ],
  warnings: [
    { nodeIndex: 0, nodeName: 'A', field: 'nodes[0].name', message: 'another node has it' },
    { nodeIndex: null, nodeName: null, field: 'nodes[1].name', message: 'another node has it' },
  ],
};

describe('findings', () => {
  const findings = findingsOf(REPORT, ['a', 'b']);

  it('belong to the node at the index, or in the field', () => {
    expect(findings.map(({ severity, nodeId }) => [severity, nodeId])).toEqual([
      ['error', 'b'],
      ['error', undefined],
      ['warning', 'a'],
      ['warning', 'b'],
    ]);
    expect(findingsByNode(findings).get('b')).toHaveLength(2);
  });

  it('name the field within the node', () => {
    expect(findings.map(fieldInNode)).toEqual([
      'configuration.tbelScript',
      'firstNodeIndex',
      'name',
      'name',
    ]);
  });

  it('are grouped by text', () => {
    expect(groupByText(findings).map(({ findings: group }) => group.length)).toEqual([1, 1, 2]);
  });

  const fault = (kind: ReportedFault['kind'], message: string, nodeIndex = 0): ReportedFault => ({
    ...(kind === undefined ? {} : { kind }),
    nodeIndex,
    nodeName: `n${nodeIndex}`,
    field: `nodes[${nodeIndex}].type`,
    message,
  });

  it('stand in parts by what they are about, equal ones in one line', () => {
    const sections = sectionsOf([
      fault('SAME_NAME', '2 nodes have the name "Log"', 7),
      fault('TYPE_NOT_YET', 'no create alarm', 2),
      fault('TYPE_OF_THINGSBOARD_PE', 'no add to group', 4),
      fault('SAME_NAME', '2 nodes have the name "Log"', 8),
      fault(undefined, 'of an older server', 1),
      fault('UNREACHABLE', 'no path', 3),
    ]);
    expect(
      sections.map(({ topic, groups }) => [topic, groups.map((group) => group.findings.length)]),
    ).toEqual([
      ['professional', [1]],
      ['notYet', [1]],
      ['sameNames', [2]],
      ['other', [1, 1]],
    ]);
  });

  it('say whether placeholders are all that an import needs', () => {
    const unknown = fault('UNKNOWN_TYPE', 'unknown');
    expect(missingTypesIn({ errors: [unknown, fault('CONFIGURATION', 'bad')] })).toBe(1);
    expect(needsOnlyPlaceholders({ errors: [unknown, unknown] })).toBe(true);
    expect(needsOnlyPlaceholders({ errors: [unknown, fault('CONFIGURATION', 'bad')] })).toBe(false);
    expect(needsOnlyPlaceholders({ warnings: [unknown] })).toBe(false);
  });

  it('are none in an answer without lists', () => {
    expect(findingsOf({}, [])).toEqual([]);
  });
});
