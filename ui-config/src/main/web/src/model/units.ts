// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json } from './json';

/** The units of keys, as in `°C`; keys without one are missing. */
export type Units = Readonly<Record<string, string>>;

export const MAX_UNIT_LENGTH = 12;

/** Units that are offered while one is typed; any other text is one too. */
export const COMMON_UNITS: readonly string[] = [
  ...['°C', '°F', 'K', '%', 'hPa', 'bar', 'Pa'],
  ...['V', 'A', 'W', 'kW', 'kWh', 'Hz', 'Ω'],
  ...['m', 'mm', 'km', 'm/s', 'km/h', 'm³', 'm³/h', 'l', 'l/min'],
  ...['kg', 'g', 'lx', 'dB', 'dBm', 'ppm', 'µg/m³', 's', 'ms', 'rpm', '°'],
];

/** Reads units that a browser has kept; what is no unit is left out. */
export function parseUnits(text: string | null): Units {
  const json = parsed(text);
  if (!isJsonObject(json)) {
    return {};
  }
  const units = Object.entries(json).flatMap(([key, unit]) =>
    typeof unit === 'string' && unit !== '' ? [[key, unit.slice(0, MAX_UNIT_LENGTH)] as const] : [],
  );
  return Object.fromEntries(units);
}

function parsed(text: string | null): Json | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** The units with that of one key set; an empty text removes it. */
export function withUnit(units: Units, key: string, unit: string): Units {
  const others = Object.entries(units).filter(([each]) => each !== key);
  const trimmed = unit.trim().slice(0, MAX_UNIT_LENGTH);
  return Object.fromEntries(trimmed === '' ? others : [...others, [key, trimmed]]);
}

/** A number as text with its unit. */
export function withUnitText(text: string, unit: string): string {
  return unit === '' ? text : `${text} ${unit}`;
}

/** The different units of lines, in the order of the lines: each has a scale of its own. */
export function scalesOf(units: readonly string[]): readonly string[] {
  return [...new Set(units)];
}
