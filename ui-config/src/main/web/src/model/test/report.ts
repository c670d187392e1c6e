// SPDX-License-Identifier: Apache-2.0
// The report of a test run and the test cases, as the server answers them.
import type * as schemas from '../../api/schemas';
import type { ExactJson } from '../exactJson';

export type Outcome = schemas.TestReportOutcome;
export type EffectKind = schemas.TestRunResultKind;
export type TestStep = Required<schemas.TestReportShownStep>;
export type StepMessage = schemas.TestReportShownMessage;
export type TestEffect = schemas.TestReportShownEffect;
export type PassedNode = schemas.TestExpectationPassedNode;
export type DoneEffect = schemas.TestExpectationDoneEffect;

export interface TestReport {
  readonly outcome: Outcome;
  readonly error: Required<schemas.TestReportReason> | null;
  readonly steps: readonly TestStep[];
  readonly effects: readonly TestEffect[];
  /** Whether the run had more steps or effects than are listed. */
  readonly truncated: boolean;
}

/** The data of a message that leaves a node by a label. */
export interface ExpectedOutput extends Omit<schemas.TestExpectationOutput, 'data'> {
  readonly data: ExactJson;
}

/** What a test case expects; null or absent parts are not compared. */
export interface Expectation extends Omit<schemas.TestExpectation, 'outputs'> {
  readonly outputs?: readonly ExpectedOutput[] | null;
}

export type CaseResult = schemas.TestCaseResult;
