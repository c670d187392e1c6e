// SPDX-License-Identifier: Apache-2.0
import { ExactNumber, formatNumber, isNumber, parseNumber } from './number';

/** JSON in which numbers keep all their digits. */
export type ExactJson =
  | null
  | boolean
  | number
  | string
  | ExactNumber
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** Up to 15 digits without an exponent fit into a double: a text without more needs no closer look. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/;
const SPACE = /[ \t\n\r]*/y;
const NUMBER_OR_NAME = /[\w.+-]+/y;

/**
 * Reads JSON without loss: a number that a double does not hold becomes an {@link ExactNumber}.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function readJson(text: string): ExactJson {
  const plain = JSON.parse(text) as ExactJson;
  return LONG_NUMBER.test(text) ? new Reader(text).read() : plain;
}

/** Writes JSON as `JSON.stringify` does, with all digits of its numbers. */
export function writeJson(json: unknown, indent = 0): string {
  return write(json, indent, '');
}

/** Reads a text that `JSON.parse` has accepted, so there is no check of the grammar. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ExactJson {
    return this.#value(this.#next());
  }

  #next(): string {
    const start = this.#endOf(SPACE, this.#at);
    const first = this.#text.charAt(start);
    if (first === '"') {
      this.#at = this.#endOfString(start);
    } else if ('{}[]:,'.includes(first)) {
      this.#at = start + 1;
    } else {
      this.#at = this.#endOf(NUMBER_OR_NAME, start);
    }
    return this.#text.slice(start, this.#at);
  }

  #endOf(pattern: RegExp, start: number): number {
    pattern.lastIndex = start;
    return pattern.test(this.#text) ? pattern.lastIndex : start;
  }

  /** The quote that ends a string is not escaped: an even number of backslashes is before it. */
  #endOfString(start: number): number {
    for (let at = start; ;) {
      at = this.#text.indexOf('"', at + 1);
      let before = at;
      while (this.#text.charAt(before - 1) === '\\') {
        before--;
      }
      if ((at - before) % 2 === 0) {
        return at + 1;
      }
    }
  }

  #value(token: string): ExactJson {
    switch (token.charAt(0)) {
      case '{':
        return this.#object();
      case '[':
        return this.#list();
      case '"':
      case 't':
      case 'f':
      case 'n':
        return JSON.parse(token) as ExactJson;
      default:
        return parseNumber(token) ?? null;
    }
  }

  #object(): ExactJson {
    const entries: [string, ExactJson][] = [];
    for (let token = this.#next(); token !== '}'; token = this.#next()) {
      if (token !== ',') {
        this.#next();
        entries.push([JSON.parse(token) as string, this.#value(this.#next())]);
      }
    }
    return Object.fromEntries(entries);
  }

  #list(): ExactJson {
    const items: ExactJson[] = [];
    for (let token = this.#next(); token !== ']'; token = this.#next()) {
      if (token !== ',') {
        items.push(this.#value(token));
      }
    }
    return items;
  }
}

function write(json: unknown, indent: number, margin: string): string {
  if (isNumber(json)) {
    return Number.isNaN(json) || json === Infinity || json === -Infinity
      ? 'null'
      : formatNumber(json);
  }
  if (typeof json !== 'object' || json === null) {
    return JSON.stringify(json ?? null);
  }
  const inner = margin + ' '.repeat(indent);
  if (Array.isArray(json)) {
    const items = json.map((item: unknown) => write(item, indent, inner));
    return enclosed('[', items, ']', indent, margin);
  }
  const members = Object.entries(json)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `${JSON.stringify(key)}:${indent === 0 ? '' : ' '}${write(value, indent, inner)}`,
    );
  return enclosed('{', members, '}', indent, margin);
}

function enclosed(
  open: string,
  parts: readonly string[],
  close: string,
  indent: number,
  margin: string,
): string {
  if (indent === 0 || parts.length === 0) {
    return `${open}${parts.join(',')}${close}`;
  }
  const inner = `\n${margin}${' '.repeat(indent)}`;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${margin}${close}`;
}
