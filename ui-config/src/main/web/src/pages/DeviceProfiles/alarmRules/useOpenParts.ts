// SPDX-License-Identifier: Apache-2.0
import { use, useState } from 'react';
import { isWithin } from '../../../model/alarmRule/checks';
import { RuleErrorsContext } from './ruleErrors';

/**
 * Which parts of the form are open. A part with an error opens, and stays open when the error is gone, because the
 * user may still be typing in it.
 *
 * @param initial the names of the parts that are open at first
 * @param parts the names of the parts, each with its path
 */
export function useOpenParts<N extends string>(
  initial: readonly N[],
  parts: readonly (readonly [name: N, path: string])[],
) {
  const errors = [...use(RuleErrorsContext).keys()];
  const [open, setOpen] = useState<ReadonlySet<N>>(() => new Set(initial));
  const opening = parts.filter(
    ([name, path]) => !open.has(name) && errors.some((each) => isWithin(each, path)),
  );
  if (opening.length > 0) {
    setOpen(new Set([...open, ...opening.map(([name]) => name)]));
  }
  return {
    isOpen: (name: N) => open.has(name),
    show: (name: N, isOpen: boolean) => {
      const others = [...open].filter((each) => each !== name);
      setOpen(new Set(isOpen ? [...others, name] : others));
    },
  };
}
