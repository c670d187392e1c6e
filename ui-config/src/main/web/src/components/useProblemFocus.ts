// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the first field of a form with a problem, so that a screen reader reads the problem.
 *
 * A problem that belongs to no input is an element with the attribute `data-problem`.
 *
 * @param problems a new object for each check of the form; undefined before the first
 */
export function useProblemFocus(problems: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input[aria-invalid="true"], [data-problem]')?.focus();
  }, [problems]);
  return form;
}
