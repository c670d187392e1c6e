// SPDX-License-Identifier: Apache-2.0
import { readJson, writeJson } from './exactJson';
import { ExactNumber, formatNumber, isNumber, parseNumber } from './number';
import type { Value } from './telemetry';

/** The types that the server distinguishes among the values of attributes. */
export const VALUE_TYPES = ['text', 'integer', 'decimal', 'boolean', 'json'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** A value as it is edited. */
export interface ValueDraft {
  readonly type: ValueType;
  readonly text: string;
}

/** Why a text is no value of its type, or would not be stored as it is. */
export type ValueProblem =
  | 'storedAsNumber'
  | 'notInteger'
  | 'integerRange'
  | 'notDecimal'
  | 'decimalRange'
  | 'decimalDigits'
  | 'notBoolean'
  | 'notJson'
  | 'notStructure';

export type ParsedValue = { readonly json: string } | { readonly problem: ValueProblem };

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** The server stores longer fractions as texts. */
const MAX_DECIMALS = 16;
const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

/** Reads a text as a value of a type: the JSON that the server stores with just this type, and with all digits. */
export function parseValue({ type, text }: ValueDraft): ParsedValue {
  switch (type) {
    case 'text':
      return becomesNumber(text) ? { problem: 'storedAsNumber' } : { json: JSON.stringify(text) };
    case 'integer':
      return parseInteger(text.trim());
    case 'decimal':
      return parseDecimal(text.trim());
    case 'boolean':
      return text === 'true' || text === 'false' ? { json: text } : { problem: 'notBoolean' };
    case 'json':
      return parseStructure(text);
  }
}

/** The server takes a text that is a plain number for that number, if it can hold it. */
function becomesNumber(text: string): boolean {
  if (!PLAIN_NUMBER.test(text)) {
    return false;
  }
  const decimals = text.split('.')[1];
  return decimals === undefined ? isLong(BigInt(text)) : decimals.length <= MAX_DECIMALS;
}

function isLong(number: bigint): boolean {
  return number >= MIN_LONG && number <= MAX_LONG;
}

function parseInteger(text: string): ParsedValue {
  if (!INTEGER.test(text)) {
    return { problem: 'notInteger' };
  }
  const number = BigInt(text.replace(/^\+/, ''));
  return isLong(number) ? { json: number.toString() } : { problem: 'integerRange' };
}

function parseDecimal(text: string): ParsedValue {
  if (!DECIMAL.test(text)) {
    return { problem: 'notDecimal' };
  }
  const number = parseNumber(text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1'));
  if (number === undefined) {
    return { problem: 'notDecimal' };
  }
  if (number instanceof ExactNumber) {
    return { problem: 'decimalDigits' };
  }
  const plain = formatNumber(number);
  const decimals = plain.split('.')[1];
  if (plain.includes('e') || (decimals?.length ?? 0) > MAX_DECIMALS) {
    return { problem: 'decimalRange' };
  }
  // Without a point the server would store a whole number.
  return { json: decimals === undefined ? `${plain}.0` : plain };
}

function parseStructure(text: string): ParsedValue {
  try {
    const json = readJson(text);
    return typeof json === 'object' && json !== null && !isNumber(json)
      ? { json: text }
      : { problem: 'notStructure' };
  } catch {
    return { problem: 'notJson' };
  }
}

/**
 * A value for editing.
 *
 * @param notation the number as the server writes it, which tells decimals from whole numbers
 */
export function draftOfValue(value: Value, notation?: string): ValueDraft {
  if (isNumber(value)) {
    const text = notation ?? formatNumber(value);
    return { type: /[.eE]/.test(text) ? 'decimal' : 'integer', text };
  }
  switch (typeof value) {
    case 'boolean':
      return { type: 'boolean', text: String(value) };
    case 'string':
      return { type: 'text', text: value };
    default:
      return { type: 'json', text: writeJson(value, 2) };
  }
}

/** The draft of the only attribute in an answer of the server; undefined if the attribute is missing. */
export function draftInAnswer(answer: string): ValueDraft | undefined {
  const [attribute] = readJson(answer) as readonly { readonly value: Value }[];
  if (attribute === undefined) {
    return undefined;
  }
  // In a key or a text, a quote has a backslash before it: only the name of the property matches.
  const notation = /"value"\s*:\s*(-?\d[\d.eE+-]*)/.exec(answer)?.[1];
  return draftOfValue(attribute.value, notation);
}

/** The draft as another type: the text stays where it can be read as one. */
export function asType({ text }: ValueDraft, type: ValueType): ValueDraft {
  if (type === 'boolean') {
    return { type, text: text === 'true' ? 'true' : 'false' };
  }
  return { type, text };
}
