// SPDX-License-Identifier: Apache-2.0

/** The part after "?" of the path that the fragment `hash` of an address has. */
export function paramsIn(hash: string): URLSearchParams {
  const start = hash.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : hash.slice(start));
}

/** The page of a list, counted from 0, as the address says. */
export function pageIn(params: URLSearchParams, name = 'page'): number {
  return Math.max(0, (Number.parseInt(params.get(name) ?? '1', 10) || 1) - 1);
}

/** The address with a page of a list, counted from 0. The first page has no name. */
export function namePage(params: URLSearchParams, name: string, page: number): URLSearchParams {
  return nameParam(params, name, page === 0 ? null : String(page + 1));
}

/** The address with one part changed; without it if the value is null. */
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
