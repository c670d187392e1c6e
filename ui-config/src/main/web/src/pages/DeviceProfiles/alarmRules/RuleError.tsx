// SPDX-License-Identifier: Apache-2.0
import { Input } from '@mantine/core';
import { useRuleError } from './ruleErrors';

/** The error of a part that has no input of its own. It can have the focus, as an input with an error. */
export function RuleError({ path }: { readonly path: string }) {
  const error = useRuleError(path);
  return error === undefined ? null : (
    <Input.Error component="div" tabIndex={-1} data-problem style={{ overflowWrap: 'anywhere' }}>
      {error}
    </Input.Error>
  );
}
