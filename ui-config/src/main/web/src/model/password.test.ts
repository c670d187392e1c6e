// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { newPasswordProblems, type NewPasswordProblems } from './password';

const POLICY = { minimumLength: 6, maximumLength: 72 };

function problems(password: string, repeated = password): NewPasswordProblems {
  return newPasswordProblems({ password, repeated }, POLICY, 'the current one');
}

describe('newPasswordProblems', () => {
  it('has none with a password that keeps the rules', () => {
    expect(problems('sesame')).toEqual({});
    expect(problems('x'.repeat(72))).toEqual({});
  });

  it('names a rule that the password breaks', () => {
    expect(problems('')).toEqual({ password: 'missing' });
    expect(problems('short')).toEqual({ password: 'short' });
    expect(problems('the current one')).toEqual({ password: 'unchanged' });
  });

  it('counts bytes, as the server does', () => {
    expect(problems('x'.repeat(73))).toEqual({ password: 'long' });
    expect(problems('é'.repeat(36))).toEqual({});
    expect(problems(`${'é'.repeat(36)}x`)).toEqual({ password: 'long' });
  });

  it('compares the two fields when the password itself is good', () => {
    expect(problems('sesame', 'seasme')).toEqual({ repeated: 'differs' });
    expect(problems('short', 'other')).toEqual({ password: 'short' });
  });

  it('leaves rules that it does not know to the server', () => {
    const entered = { password: 'x', repeated: 'x' };
    expect(newPasswordProblems(entered, undefined)).toEqual({});
  });
});
