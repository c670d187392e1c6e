// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { choiceOf, choiceOfCase, expectationOf, isExplicit, NO_FAILURE } from './expectation';
import { reportOf, stepOf } from './samples';

const STEPS = [
  stepOf(0, null, 'Convert', { labels: ['Success'], outputs: ['{"t":9007199254740993}'] }),
];
const PATH = [{ node: 'Convert', labels: ['Success'] }];

describe('what a run proposes to expect', () => {
  it('is its outcome, path and effects', () => {
    const choice = choiceOf(reportOf(STEPS));

    expect(isExplicit(choice)).toBe(true);
    expect(expectationOf(choice)).toEqual({
      outcome: 'DONE',
      path: PATH,
      effects: [],
      outputs: null,
    });
  });

  it('is never its failure: the user chooses that', () => {
    const choice = choiceOf(reportOf(STEPS, { outcome: 'FAILED' }));

    expect(choice.outcome).toBeUndefined();
    expect(choice.path.chosen || choice.effects.chosen).toBe(false);
    expect(isExplicit(choice)).toBe(false);
    expect(isExplicit({ ...choice, outcome: 'FAILED' })).toBe(true);
    expect(expectationOf({ ...choice, outcome: 'FAILED' })).toEqual({
      outcome: 'FAILED',
      path: null,
      effects: null,
      outputs: null,
    });
  });

  it('has the outputs with all digits, of which none is chosen', () => {
    const choice = choiceOf(reportOf(STEPS));
    const [output] = choice.outputs;

    expect(output?.chosen).toBe(false);
    expect(output?.data).toContain('9007199254740993');
  });
});

describe('the expectation of a test case', () => {
  it('is kept as it is, with the outputs of a run to choose from', () => {
    const expected = { outcome: null, path: PATH, effects: null, outputs: null };
    const choice = choiceOfCase(expected, reportOf(STEPS));

    expect(choice.outcome).toBe(NO_FAILURE);
    expect(choice.outputs).toHaveLength(1);
    expect(expectationOf(choice)).toEqual(expected);
  });

  it('compares nothing if no part is chosen', () => {
    const choice = choiceOfCase({ outcome: null, path: PATH }, undefined);

    expect(isExplicit({ ...choice, path: { ...choice.path, chosen: false } })).toBe(false);
  });
});
