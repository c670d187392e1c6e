// SPDX-License-Identifier: Apache-2.0
import { MAX_LINES } from '../../model/chartColors';
import { isNumber } from '../../model/number';
import type { LatestValue } from '../../model/telemetry';

/** The keys whose history is shown: those that the address names, or else the first number. */
export function shownKeys(
  values: readonly LatestValue[],
  named: readonly string[],
): readonly LatestValue[] {
  const byKey = new Map(values.map((value) => [value.key, value]));
  const found = [...new Set(named)].flatMap((key) => byKey.get(key) ?? []).slice(0, MAX_LINES);
  const first = values.find(({ value }) => isNumber(value)) ?? values[0];
  return found.length > 0 || first === undefined ? found : [first];
}

/** Names the shown keys in an address. */
export function nameKeys(params: URLSearchParams, keys: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('key');
  keys.forEach((key) => next.append('key', key));
  return next;
}
