// SPDX-License-Identifier: Apache-2.0
// Reports for tests.
import type { StepMessage, TestReport, TestStep } from './report';

export function messageOf(data: string): StepMessage {
  return {
    originator: { entityType: 'DEVICE', id: 'd' },
    msgType: 'POST_TELEMETRY_REQUEST',
    metadata: {},
    data,
  };
}

interface StepParts {
  readonly chain?: string;
  readonly name?: string;
  readonly labels?: readonly string[];
  readonly outputs?: readonly string[];
  readonly error?: string;
}

export function stepOf(
  index: number,
  after: number | null,
  node: string,
  { chain = 'chain', name = node, labels = [], outputs = [], error }: StepParts = {},
): TestStep {
  return {
    index,
    after,
    ruleChainId: { entityType: 'RULE_CHAIN', id: chain },
    ruleChainVersion: 0,
    nodeId: { entityType: 'RULE_NODE', id: node },
    nodeName: name,
    nodeType: 'filter.script',
    input: messageOf('{}'),
    labels,
    outputs: outputs.map(messageOf),
    durationMicros: 120,
    error: error ?? null,
  };
}

export function reportOf(
  steps: readonly TestStep[],
  others: Partial<Omit<TestReport, 'steps'>> = {},
): TestReport {
  return { outcome: 'DONE', error: null, steps, effects: [], truncated: false, ...others };
}
