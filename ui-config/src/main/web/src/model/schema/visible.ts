// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../json';
import type { PreparedField } from './prepare';

/**
 * True if a field matters with the other values of its object. A field that depends on one that does not matter itself
 * does not matter either.
 */
export function isVisible(
  { hint: { when } }: PreparedField,
  all: readonly PreparedField[],
  values: JsonObject,
): boolean {
  const other = all.find(({ name }) => name === when?.field);
  if (when === undefined || other === undefined) {
    return true;
  }
  return when.is.includes(valueOf(other, values)) && isVisible(other, all, values);
}

/** A flag that is missing means no. */
function valueOf({ name, shape }: PreparedField, values: JsonObject): Json {
  return values[name] ?? (shape.kind === 'flag' ? false : null);
}
