// SPDX-License-Identifier: Apache-2.0

export type AgeUnit = 'ms' | 's' | 'min' | 'h' | 'd';

export interface Age {
  readonly unit: AgeUnit;
  readonly value: number;
}

const UNITS: readonly (readonly [AgeUnit, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** A time in one unit, with one decimal below ten of it. */
export function ageOf(millis: number): Age {
  const [unit, length] = UNITS.find(([, least]) => millis >= least) ?? (['ms', 1] as const);
  const value = millis / length;
  return {
    unit,
    value: value < 10 && unit !== 'ms' ? Math.floor(value * 10) / 10 : Math.floor(value),
  };
}
