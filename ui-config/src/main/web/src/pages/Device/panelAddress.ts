// SPDX-License-Identifier: Apache-2.0

/** The page of a list in a panel, counted from 0, as the address says. */
export function pageIn(params: URLSearchParams, name: string): number {
  return Math.max(0, (Number.parseInt(params.get(name) ?? '1', 10) || 1) - 1);
}

/** The address with a part of a panel; without it if the value is null. */
export function nameParam(
  params: URLSearchParams,
  name: string,
  value: string | null,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(name);
  if (value !== null) {
    next.set(name, value);
  }
  return next;
}
