// SPDX-License-Identifier: Apache-2.0

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The number that a text means exactly. Undefined if it is none, or one that a double cannot hold without losing
 * digits of an integer: the text must then be refused, not rounded.
 */
export function exactNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) {
    return undefined;
  }
  const number = Number(trimmed);
  const exact =
    Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return exact ? number : undefined;
}
