// SPDX-License-Identifier: Apache-2.0
import { createContext, use } from 'react';

/** What is wrong with the rules, as texts by the path of their field. */
export const RuleErrorsContext = createContext<ReadonlyMap<string, string>>(new Map());

/** The error at the field with the path; undefined if there is none. */
export function useRuleError(path: string): string | undefined {
  return use(RuleErrorsContext).get(path);
}
