// SPDX-License-Identifier: Apache-2.0

/** A number with more digits than a double holds, as it was written. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type NumberValue = number | ExactNumber;

/** A decimal number: `digits` × 10^`exponent`. Zero has no digits; otherwise the first and last digits are not 0. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const JSON_NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Longer numbers are written with an exponent. */
const MAX_PLAIN = 40;

export function isNumber(value: unknown): value is NumberValue {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Reads a number of JSON without loss; undefined if the text is none. */
export function parseNumber(text: string): NumberValue | undefined {
  const written = parseDecimal(text);
  if (written === undefined) {
    return undefined;
  }
  const number = Number(text);
  const held = parseDecimal(String(number));
  const same = held?.digits === written.digits && held.exponent === written.exponent;
  return same ? number : new ExactNumber(text);
}

/** The nearest double, for places of points and ratios. */
export function toDouble(value: NumberValue): number {
  return typeof value === 'number' ? value : Number(value.text);
}

/** All digits of a number, without groups and trailing zeros; with an exponent only if it would be very long. */
export function formatNumber(value: NumberValue): string {
  const text = textOf(value);
  const decimal = parseDecimal(text);
  return decimal === undefined ? text : written(decimal);
}

/** Compares without rounding; what is no finite number comes last. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  const first = parseDecimal(textOf(a));
  const second = parseDecimal(textOf(b));
  if (first === undefined || second === undefined) {
    return Number(first === undefined) - Number(second === undefined);
  }
  const signs = signOf(first) - signOf(second);
  if (signs !== 0) {
    return signs;
  }
  return first.negative ? compareMagnitudes(second, first) : compareMagnitudes(first, second);
}

/** A calculated number, such as a mean, with a number of decimals at most. Digits before the point are never rounded. */
export function formatRounded(value: number, decimals: number): string {
  const fixed = value.toFixed(Math.min(100, Math.max(0, decimals)));
  const parsed = parseNumber(fixed);
  return parsed === undefined || toDouble(parsed) === 0
    ? formatNumber(value)
    : formatNumber(parsed);
}

/** How many digits a number has after the point. */
export function decimalsOf(value: NumberValue): number {
  const decimal = parseDecimal(textOf(value));
  return decimal === undefined || decimal.digits === '' ? 0 : Math.max(0, -decimal.exponent);
}

function textOf(value: NumberValue): string {
  if (typeof value !== 'number') {
    return value.text;
  }
  return Object.is(value, -0) ? '-0' : String(value);
}

function parseDecimal(text: string): Decimal | undefined {
  const match = JSON_NUMBER.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  const exponent = Number(power) - fraction.length + (all.length - digits.length);
  if (!Number.isSafeInteger(exponent)) {
    return undefined;
  }
  return { negative: sign === '-', digits, exponent: digits === '' ? 0 : exponent };
}

function written({ negative, digits, exponent }: Decimal): string {
  return `${negative ? '-' : ''}${magnitude(digits, exponent)}`;
}

function magnitude(digits: string, exponent: number): string {
  if (digits === '') {
    return '0';
  }
  const point = digits.length + exponent;
  const length = exponent >= 0 ? point : Math.max(digits.length, 1 - exponent) + 1;
  if (length > Math.max(MAX_PLAIN, digits.length + 1)) {
    const fraction = digits.length === 1 ? '' : `.${digits.slice(1)}`;
    return `${digits.charAt(0)}${fraction}e${point - 1}`;
  }
  if (exponent >= 0) {
    return digits + '0'.repeat(exponent);
  }
  return point > 0
    ? `${digits.slice(0, point)}.${digits.slice(point)}`
    : `0.${'0'.repeat(-point)}${digits}`;
}

function signOf({ negative, digits }: Decimal): number {
  if (digits === '') {
    return 0;
  }
  return negative ? -1 : 1;
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  const places = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (places !== 0) {
    return Math.sign(places);
  }
  const length = Math.max(a.digits.length, b.digits.length);
  const [first, second] = [a.digits.padEnd(length, '0'), b.digits.padEnd(length, '0')];
  return first === second ? 0 : first < second ? -1 : 1;
}
