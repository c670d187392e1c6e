// SPDX-License-Identifier: Apache-2.0
import type { RuleChainMetadata } from '../model/chain/metadata';
import type { TestInput } from '../model/test/message';
import type { CaseResult, Expectation, TestReport } from '../model/test/report';
import { authorized } from './session';
import type { EntityId } from './types';

/** A run ends after 20 seconds, and waits for its turn for at most 10. */
const RUN_MS = 35_000;
/** All test cases together. */
const RUN_ALL_MS = 120_000;

/** A message with the expected result of its run through a chain. */
export interface TestCase {
  readonly id: string;
  readonly createdTime: number;
  readonly name: string;
  readonly input: TestInput;
  readonly expected: Expectation;
}

export interface CaseResults {
  readonly passed: boolean;
  readonly results: readonly CaseResult[];
}

/** Runs a message through nodes that need not be saved. Nothing is stored, sent or called. */
export function runTest(
  ruleChainId: EntityId,
  metadata: RuleChainMetadata,
  input: TestInput,
): Promise<TestReport> {
  return authorized('api/ruleChain/testRun', {
    method: 'POST',
    body: { ruleChainId, metadata, ...input },
    timeoutMs: RUN_MS,
    exact: true,
  });
}

/** The test cases of a chain, the oldest first; a chain has at most 200. */
export function listTestCases(chainId: string, signal?: AbortSignal): Promise<readonly TestCase[]> {
  return authorized(pathOf(chainId), { signal, exact: true });
}

/**
 * Adds a test case, or changes the one with the id.
 *
 * @throws ApiError 400 if another test case of the chain has the name
 */
export function saveTestCase(
  chainId: string,
  testCase: {
    readonly id: string | null;
    readonly name: string;
    readonly input: TestInput;
    readonly expected: Expectation;
  },
): Promise<TestCase> {
  const { input, ...others } = testCase;
  return authorized(pathOf(chainId), {
    method: 'POST',
    body: { ...others, ...input },
    exact: true,
  });
}

export function deleteTestCase(chainId: string, id: string): Promise<void> {
  return authorized(`${pathOf(chainId)}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Runs all test cases of a chain, or one, on nodes that need not be saved. */
export function runTestCases(
  chainId: string,
  metadata: RuleChainMetadata,
  testCaseId?: string,
): Promise<CaseResults> {
  const query = testCaseId === undefined ? '' : `?${new URLSearchParams({ testCaseId })}`;
  return authorized(`${pathOf(chainId)}/run${query}`, {
    method: 'POST',
    body: metadata,
    timeoutMs: RUN_ALL_MS,
  });
}

function pathOf(chainId: string): string {
  return `api/ruleChain/${encodeURIComponent(chainId)}/testCases`;
}
