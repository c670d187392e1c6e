// SPDX-License-Identifier: Apache-2.0

/** A duration in microseconds with three digits and its unit: `850 µs`, `12.3 ms`, `4.56 s`. */
export function durationText(micros: number): string {
  if (micros < 1_000) {
    return `${Math.round(micros)} µs`;
  }
  return micros < 999_500 ? `${threeDigits(micros / 1_000)} ms` : `${threeDigits(micros / 1e6)} s`;
}

function threeDigits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
