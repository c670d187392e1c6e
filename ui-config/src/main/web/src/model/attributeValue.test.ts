// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  asType,
  draftInAnswer,
  draftOfValue,
  parseValue,
  type ValueProblem,
  type ValueType,
} from './attributeValue';
import { ExactNumber } from './number';

describe('parseValue', () => {
  it.each<[ValueType, string, string]>([
    ['text', 'on "hold"', '"on \\"hold\\""'],
    ['text', '', '""'],
    ['text', '+49 711', '"+49 711"'],
    ['text', '99999999999999999999', '"99999999999999999999"'],
    ['integer', ' 9223372036854775807 ', '9223372036854775807'],
    ['integer', '-0042', '-42'],
    ['decimal', '20', '20.0'],
    ['decimal', '-0.125', '-0.125'],
    ['decimal', '007.50', '7.5'],
    ['decimal', '1.5e3', '1500.0'],
    ['boolean', 'false', 'false'],
    ['json', '{"a": 9007199254740993}', '{"a": 9007199254740993}'],
    ['json', '[]', '[]'],
  ])('reads the %s "%s"', (type, text, json) => {
    expect(parseValue({ type, text })).toEqual({ json });
  });

  it.each<[ValueType, string, ValueProblem]>([
    ['text', '42', 'storedAsNumber'],
    ['text', '-1.50', 'storedAsNumber'],
    ['integer', '1.0', 'notInteger'],
    ['integer', '', 'notInteger'],
    ['integer', '9223372036854775808', 'integerRange'],
    ['decimal', '20,5', 'notDecimal'],
    ['decimal', '1e300', 'decimalRange'],
    ['decimal', '1e-17', 'decimalRange'],
    ['decimal', '0.12345678901234567890', 'decimalDigits'],
    ['boolean', 'yes', 'notBoolean'],
    ['json', '{a: 1}', 'notJson'],
    ['json', '9007199254740993', 'notStructure'],
    ['json', 'null', 'notStructure'],
  ])('refuses the %s "%s"', (type, text, problem) => {
    expect(parseValue({ type, text })).toEqual({ problem });
  });
});

describe('the draft of a value', () => {
  it('has its type and all its digits', () => {
    expect(draftOfValue(new ExactNumber('9007199254740993'))).toEqual({
      type: 'integer',
      text: '9007199254740993',
    });
    expect(draftOfValue(20, '20.0')).toEqual({ type: 'decimal', text: '20.0' });
    expect(draftOfValue(true)).toEqual({ type: 'boolean', text: 'true' });
    expect(draftOfValue('20')).toEqual({ type: 'text', text: '20' });
    expect(draftOfValue({ a: [1] })).toEqual({
      type: 'json',
      text: '{\n  "a": [\n    1\n  ]\n}',
    });
  });

  it('takes the notation of a number out of the answer, whatever the key is', () => {
    const answer = (key: string, value: string) =>
      `[{"lastUpdateTs":1,"key":${JSON.stringify(key)},"value":${value}}]`;
    expect(draftInAnswer(answer('limit', '20.0'))).toEqual({ type: 'decimal', text: '20.0' });
    expect(draftInAnswer(answer('"value":1.5', '20'))).toEqual({ type: 'integer', text: '20' });
    expect(draftInAnswer(answer('k', '"20.0"'))).toEqual({ type: 'text', text: '20.0' });
    expect(draftInAnswer('[]')).toBeUndefined();
  });

  it('becomes a yes or no where another type is chosen', () => {
    expect(asType({ type: 'text', text: 'x' }, 'boolean')).toEqual({
      type: 'boolean',
      text: 'false',
    });
    expect(asType({ type: 'integer', text: '5' }, 'decimal')).toEqual({
      type: 'decimal',
      text: '5',
    });
  });
});
