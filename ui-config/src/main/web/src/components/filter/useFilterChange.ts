// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef } from 'react';

/**
 * A function that changes a part of a filter. Typed conditions apply after a pause, and two that apply in one moment
 * keep each other.
 *
 * @param onFilter takes the filter, and whether it replaces the one before in the history, as each key stroke does
 */
export function useFilterChange<F extends object>(
  filter: F,
  onFilter: (filter: F, again: boolean) => void,
): (part: Partial<F>, again?: boolean) => void {
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  }, [filter]);
  return (part, again = false) => {
    latest.current = { ...latest.current, ...part };
    onFilter(latest.current, again);
  };
}
