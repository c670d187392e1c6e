// SPDX-License-Identifier: Apache-2.0

/** The server's rules for new passwords. */
export interface PasswordPolicy {
  readonly minimumLength: number;
  /** Counts the bytes of the password in UTF-8. */
  readonly maximumLength: number;
}

/** A new password as a form takes it: entered twice. */
export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
}

export type PasswordProblem = 'missing' | 'short' | 'long' | 'unchanged' | 'differs';

export type NewPasswordProblems = Readonly<Partial<Record<keyof NewPassword, PasswordProblem>>>;

/**
 * What is wrong with a new password; empty if nothing is.
 *
 * @param policy undefined if it is not known: then the server alone checks its rules
 * @param current the current password, which the new one must differ from
 */
export function newPasswordProblems(
  { password, repeated }: NewPassword,
  policy: PasswordPolicy | undefined,
  current?: string,
): NewPasswordProblems {
  const problem = problemOf(password, policy, current);
  if (problem !== undefined) {
    return { password: problem };
  }
  return password === repeated ? {} : { repeated: 'differs' };
}

function problemOf(
  password: string,
  policy: PasswordPolicy | undefined,
  current: string | undefined,
): PasswordProblem | undefined {
  if (password === '') {
    return 'missing';
  }
  if (policy !== undefined && password.length < policy.minimumLength) {
    return 'short';
  }
  if (policy !== undefined && new TextEncoder().encode(password).length > policy.maximumLength) {
    return 'long';
  }
  return password === current ? 'unchanged' : undefined;
}
