// SPDX-License-Identifier: Apache-2.0
// What a user chooses to expect of a test case.
import { readJson, writeJson, type ExactJson } from '../exactJson';
import type { DoneEffect, Expectation, Outcome, PassedNode, TestReport } from './report';

/** Any outcome but a failure. */
export const NO_FAILURE = 'NO_FAILURE';

export interface Choice {
  /** Undefined: the user must choose. */
  readonly outcome: Outcome | typeof NO_FAILURE | undefined;
  readonly path: Chosen<PassedNode>;
  readonly effects: Chosen<DoneEffect>;
  readonly outputs: readonly ChosenOutput[];
}

interface Chosen<T> {
  readonly chosen: boolean;
  readonly entries: readonly T[];
}

export interface ChosenOutput {
  readonly chosen: boolean;
  readonly node: string;
  readonly label: string;
  /** JSON, or a text that is none. */
  readonly data: string;
}

/** Reports cut data after this number of characters. */
const LONGEST_DATA = 64 * 1024;

/** Proposes what a run did. A failure is never proposed: the user must say that it is right. */
export function choiceOf(report: TestReport): Choice {
  const fine = report.outcome !== 'FAILED' && !report.truncated;
  return {
    outcome: report.outcome === 'FAILED' ? undefined : report.outcome,
    path: {
      chosen: fine,
      entries: report.steps.map(({ nodeName, labels }) => ({ node: nodeName, labels })),
    },
    effects: {
      chosen: fine,
      entries: report.effects.map(({ nodeName, kind }) => ({ node: nodeName, kind })),
    },
    outputs: outputsOf(report),
  };
}

function outputsOf({ steps }: TestReport): readonly ChosenOutput[] {
  return steps.flatMap(({ nodeName, labels, outputs }) =>
    labels.flatMap((label) =>
      outputs
        .filter(({ data }) => data.length <= LONGEST_DATA)
        .map(({ data }) => ({
          chosen: false,
          node: nodeName,
          label,
          data: writeJson(dataOf(data), 2),
        })),
    ),
  );
}

/** What a test case expects, with the rest of a run to choose from. */
export function choiceOfCase(expected: Expectation, report: TestReport | undefined): Choice {
  const proposed = report === undefined ? undefined : choiceOf(report);
  const own = (expected.outputs ?? []).map(({ node, label, data }) => ({
    chosen: true,
    node,
    label,
    data: writeJson(data, 2),
  }));
  const others = (proposed?.outputs ?? []).filter(
    ({ node, label, data }) =>
      !own.some((each) => each.node === node && each.label === label && each.data === data),
  );
  return {
    outcome: expected.outcome ?? NO_FAILURE,
    path: chosenOf(expected.path, proposed?.path.entries),
    effects: chosenOf(expected.effects, proposed?.effects.entries),
    outputs: [...own, ...others],
  };
}

function chosenOf<T>(
  expected: readonly T[] | null | undefined,
  proposed: readonly T[] | undefined,
): Chosen<T> {
  return { chosen: Array.isArray(expected), entries: expected ?? proposed ?? [] };
}

/** Whether a choice says what is expected: an outcome is chosen, and something is compared. */
export function isExplicit({ outcome, path, effects, outputs }: Choice): boolean {
  return (
    outcome !== undefined &&
    (outcome !== NO_FAILURE ||
      path.chosen ||
      effects.chosen ||
      outputs.some(({ chosen }) => chosen))
  );
}

export function expectationOf({ outcome, path, effects, outputs }: Choice): Expectation {
  const chosen = outputs.filter((output) => output.chosen);
  return {
    outcome: outcome === NO_FAILURE || outcome === undefined ? null : outcome,
    path: path.chosen ? path.entries : null,
    effects: effects.chosen ? effects.entries : null,
    outputs:
      chosen.length === 0
        ? null
        : chosen.map(({ node, label, data }) => ({ node, label, data: dataOf(data) })),
  };
}

/** Data that is not JSON is compared as a string. */
function dataOf(text: string): ExactJson {
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

/** The path as a line. */
export function pathText(path: readonly PassedNode[]): string {
  return path
    .map(({ node, labels }) => (labels.length === 0 ? node : `${node} –${labels.join(', ')}→`))
    .join(' ');
}
