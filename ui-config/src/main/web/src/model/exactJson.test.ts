// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { readJson, writeJson } from './exactJson';
import { ExactNumber } from './number';

describe('readJson', () => {
  it('keeps the digits of long numbers, wherever they are', () => {
    expect(
      readJson(' {"a": [9007199254740993, 1.5], "b": {"c": -0.1234567890123456789}, "d": 7} '),
    ).toEqual({
      a: [new ExactNumber('9007199254740993'), 1.5],
      b: { c: new ExactNumber('-0.1234567890123456789') },
      d: 7,
    });
  });

  it.each([
    '{"text":"quote \\" brace } 12345678901234567890","list":[],"none":{},"yes":true,"no":false,"nil":null}',
    '[1,-0,1e3,1.5E-7,22.50,123456789012345]',
    '"12345678901234567890 \\u00e4 \\\\"',
    ' [ "a" , { "b" : [ [ ] , 1e2 ] } ] ',
    '{"__proto__":{"x":1e1},"":0}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it.each(['', '{', '[1 2]', '{"a" 1}', '[9007199254740993,]', '01234567890123456789', 'NaN'])(
    'refuses "%s"',
    (text) => expect(() => readJson(text)).toThrow(SyntaxError),
  );

  it('reads long strings', () => {
    const text = JSON.stringify(['x"'.repeat(500_000), 1e30]);
    expect(readJson(text)).toEqual(JSON.parse(text));
  });
});

describe('writeJson', () => {
  it('writes what was read', () => {
    const text =
      '{"a":[9007199254740993,0.1234567890123456789,[]],"b":{"c":"ü \\" "},"d":{},"e":null}';
    expect(writeJson(readJson(text))).toBe(text);
  });

  it('breaks lines as JSON.stringify does', () => {
    const json = { a: [1, { b: 'x' }], c: {}, d: [], e: [[true]] };
    expect(writeJson(json, 2)).toBe(JSON.stringify(json, null, 2));
    expect(writeJson(json)).toBe(JSON.stringify(json));
    expect(writeJson({ a: undefined, b: NaN })).toBe('{"b":null}');
  });
});
