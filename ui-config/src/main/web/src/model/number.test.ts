// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  compareNumbers,
  decimalsOf,
  ExactNumber,
  formatNumber,
  formatRounded,
  isNumber,
  parseNumber,
  toDouble,
  type NumberValue,
} from './number';

function parsed(text: string): NumberValue {
  const value = parseNumber(text);
  if (value === undefined) {
    throw new Error(`${text} is no number`);
  }
  return value;
}

/** Numbers that repeat in every run. */
function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function digits(random: (below: number) => number, count: number): string {
  return Array.from({ length: count }, () => random(10)).join('');
}

/** Decimals of up to 30 digits before and after the point, without leading or trailing zeros. */
function decimals(count: number): string[] {
  const random = randomSource(42);
  return Array.from({ length: count }, () => {
    const whole = digits(random, 1 + random(30)).replace(/^0+(?=\d)/, '');
    const fraction = digits(random, random(30)).replace(/0+$/, '');
    const text = fraction === '' ? whole : `${whole}.${fraction}`;
    return text !== '0' && random(2) === 0 ? `-${text}` : text;
  });
}

/** The value of a decimal in units of 10^-40. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(40, '0'));
  return text.startsWith('-') ? -units : units;
}

describe('formatNumber', () => {
  it('writes every digit that was read', () => {
    for (const text of decimals(3_000)) {
      expect(formatNumber(parsed(text))).toBe(text);
    }
  });

  it('writes the same number whether it was read with an exponent or not', () => {
    for (const text of decimals(500)) {
      expect(formatNumber(parsed(`${text}e0`))).toBe(text);
      expect(formatNumber(parsed(text.includes('.') ? `${text}000` : `${text}.000`))).toBe(text);
    }
  });

  it.each([
    ['12345678.25', '12345678.25'],
    ['1.234567825E7', '12345678.25'],
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['0', '0'],
    ['-0', '-0'],
    ['0.0', '0'],
    ['22.50', '22.5'],
    ['1e21', '1000000000000000000000'],
    ['1e-7', '0.0000001'],
    ['-1.5E+3', '-1500'],
    ['1e300', '1e300'],
    ['-1.25e-300', '-1.25e-300'],
    ['1e400', '1e400'],
    ['0.1', '0.1'],
    ['0.12345678901234567890123456789', '0.12345678901234567890123456789'],
  ])('writes %s as %s', (text, expected) => {
    expect(formatNumber(parsed(text))).toBe(expected);
  });

  it('writes doubles without an exponent and names what is no number', () => {
    expect(formatNumber(1e21)).toBe('1000000000000000000000');
    expect(formatNumber(1e-7)).toBe('0.0000001');
    expect(formatNumber(-0)).toBe('-0');
    expect(formatNumber(NaN)).toBe('NaN');
    expect(formatNumber(-Infinity)).toBe('-Infinity');
  });
});

describe('parseNumber', () => {
  it.each(['', ' ', 'NaN', 'Infinity', '007', '+1', '.5', '1.', '1e', '0x10', '1,000', ' 1', '-'])(
    'does not take "%s" for a number',
    (text) => expect(parseNumber(text)).toBeUndefined(),
  );

  it('makes a double of what a double holds, and nothing else', () => {
    expect(parsed('22.5')).toBe(22.5);
    expect(parsed('9007199254740992')).toBe(2 ** 53);
    expect(parsed('9007199254740993')).toEqual(new ExactNumber('9007199254740993'));
    expect(parsed('0.1000000000000000055511')).toBeInstanceOf(ExactNumber);
    expect(isNumber(parsed('1e400'))).toBe(true);
    expect(toDouble(new ExactNumber('9007199254740993'))).toBe(2 ** 53);
  });
});

describe('compareNumbers', () => {
  it('orders as integers of any length do', () => {
    const texts = decimals(400);
    for (let i = 1; i < texts.length; i++) {
      const [a, b] = [texts[i - 1] ?? '', texts[i] ?? ''];
      const expected = scaled(a) < scaled(b) ? -1 : scaled(a) > scaled(b) ? 1 : 0;
      expect(Math.sign(compareNumbers(parsed(a), parsed(b)))).toBe(expected);
      expect(compareNumbers(parsed(a), parsed(a))).toBe(0);
    }
  });

  it('tells neighbours apart that are one double', () => {
    const texts = ['9007199254740993', '9007199254740992', '-9007199254740993', '10', '9', '0.5'];
    expect(texts.map(parsed).sort(compareNumbers).map(formatNumber)).toEqual([
      '-9007199254740993',
      '0.5',
      '9',
      '10',
      '9007199254740992',
      '9007199254740993',
    ]);
    expect(compareNumbers(-0, 0)).toBe(0);
    expect(compareNumbers(NaN, 1)).toBe(1);
  });
});

describe('formatRounded', () => {
  it('rounds after the point only', () => {
    expect(formatRounded(22.483333333333334, 2)).toBe('22.48');
    expect(formatRounded(12345678.9876, 3)).toBe('12345678.988');
    expect(formatRounded(22.5, 4)).toBe('22.5');
    expect(formatRounded(123456789.5, 0)).toBe('123456790');
    expect(formatRounded(1e21, 2)).toBe('1000000000000000000000');
  });

  it('does not turn a small number into zero', () => {
    expect(formatRounded(0.000012, 2)).toBe('0.000012');
    expect(formatRounded(0, 2)).toBe('0');
  });
});

describe('decimalsOf', () => {
  it('counts the digits after the point', () => {
    expect(
      [22.5, 1_500, 1e-7, 0, new ExactNumber('1.00000000000000000001')].map(decimalsOf),
    ).toEqual([1, 0, 7, 0, 20]);
  });
});
