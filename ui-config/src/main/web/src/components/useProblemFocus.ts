// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the first field of a form with a problem, so that a screen reader reads the problem.
 *
 * @param problems a new object for each check of the form
 */
export function useProblemFocus(problems: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus();
  }, [problems]);
  return form;
}
