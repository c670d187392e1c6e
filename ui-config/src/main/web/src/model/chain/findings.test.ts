// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { fieldInNode, findingsByNode, findingsOf, groupByText, type Report } from './findings';

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

  it('are none in an answer without lists', () => {
    expect(findingsOf({}, [])).toEqual([]);
  });
});
