// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { completionsAt, type KnownNames } from './completions';
import { JS_FUNCTIONS, TBEL_FUNCTIONS } from './functions';
import { positionIn, spanAt } from './position';
import {
  DEFAULT_SAMPLE,
  indented,
  keysOf,
  parseSample,
  sampleOfDevice,
  sampleOfLetter,
} from './sample';
import { ExactNumber } from '../number';
import { outcomeOf, scriptTypeOf } from './trial';

describe('positions', () => {
  it('are read from messages', () => {
    expect(positionIn('Invalid expression (line 1, column 14)')).toEqual({ line: 1, column: 14 });
    expect(positionIn('the script took longer than 500 ms')).toBeUndefined();
  });

  const text = 'var x = 1;\nreturn foo.bar;\n';

  it.each([
    [{ line: 2, column: 8 }, 'foo'],
    [{ line: 2, column: 15 }, ';'],
    [{ line: 2, column: 99 }, ';'],
    [{ line: 99, column: 1 }, ''],
    [{ line: 0, column: 0 }, 'var'],
  ])('%o marks %s', (position, marked) => {
    const { from, to } = spanAt(text, position);
    expect(text.slice(from, to)).toBe(marked);
  });
});

describe('completions', () => {
  const names: KnownNames = { data: ['temperature', 'two words'], metadata: ['ss_limit'] };
  const labels = (before: string, language: 'JS' | 'TBEL' = 'TBEL') =>
    completionsAt(before, language, names)?.options.map(({ label }) => label);

  it('of the payload are its keys', () => {
    expect(completionsAt('return msg.te', 'TBEL', names)).toEqual({
      replaces: 3,
      options: [
        { label: '.temperature', apply: '.temperature', type: 'property' },
        { label: '.two words', apply: '["two words"]', type: 'property' },
      ],
    });
  });

  it('of the metadata are its keys and those that messages usually have', () => {
    expect(labels('metadata.')).toEqual(['.deviceName', '.deviceType', '.ts', '.ss_limit']);
  });

  it('stand in brackets too', () => {
    expect(completionsAt("if (msg['te", 'JS', names)).toMatchObject({ replaces: 2 });
    expect(labels("if (msg['")).toEqual(['temperature', 'two words']);
  });

  it('are arguments, functions and words of the language elsewhere', () => {
    expect(labels('x = parseH')).toContain('parseHexToInt');
    expect(labels('x = parseH', 'JS')).not.toContain('parseHexToInt');
    expect(labels('')).toEqual(expect.arrayContaining(['msg', 'metadata', 'msgType', 'return']));
    expect(completionsAt('Math.ab', 'JS', names)?.replaces).toBe(7);
  });

  it('are none behind another object', () => {
    expect(labels('other.msg.')).toBeUndefined();
    expect(labels('list[0].')).toBeUndefined();
  });

  it('have each function once', () => {
    for (const functions of [TBEL_FUNCTIONS, JS_FUNCTIONS]) {
      const all = functions.map(({ name }) => name);
      expect(new Set(all).size).toBe(all.length);
    }
  });
});

describe('samples', () => {
  it('of a device have its latest values', () => {
    const sample = sampleOfDevice({ name: 'Boiler', type: 'default' }, [
      { key: 't', value: 21.5, ts: 5 },
      { key: 'open', value: false, ts: 7 },
    ]);
    expect(JSON.parse(sample.data)).toEqual({ t: 21.5, open: false });
    expect(sample.metadata).toEqual({ deviceName: 'Boiler', deviceType: 'default', ts: '7' });
  });

  it('of a dead letter have its message', () => {
    const letter = { messageType: 'X', metadata: { a: 'b' }, data: '{"t":1}' };
    expect(sampleOfLetter(letter)).toEqual({
      msgType: 'X',
      metadata: { a: 'b' },
      data: '{\n  "t": 1\n}',
    });
  });

  it('keep digits that a double does not have, and what is no JSON', () => {
    expect(indented('{"n":9007199254740993}')).toBe('{\n  "n": 9007199254740993\n}');
    expect(indented('no JSON')).toBe('no JSON');
  });

  it('tell their keys', () => {
    expect(keysOf(DEFAULT_SAMPLE)).toEqual(['temperature', 'humidity']);
    expect(keysOf({ ...DEFAULT_SAMPLE, data: '[1]' })).toEqual([]);
    expect(keysOf({ ...DEFAULT_SAMPLE, data: '{' })).toEqual([]);
  });

  it('are read only if they are whole', () => {
    expect(parseSample(JSON.stringify(DEFAULT_SAMPLE))).toEqual(DEFAULT_SAMPLE);
    expect(parseSample(null)).toBeUndefined();
    expect(parseSample('{"msgType":"X"}')).toBeUndefined();
    expect(parseSample('{"msgType":"X","data":"","metadata":{"a":1}}')).toBeUndefined();
  });
});

describe('the outcome of a test', () => {
  it('is a label of a filter', () => {
    expect(outcomeOf('filter', 'true')).toEqual({ kind: 'labels', labels: ['True'] });
  });

  it('is the labels of a switch', () => {
    expect(outcomeOf('switch', '["one","nine"]')).toEqual({
      kind: 'labels',
      labels: ['one', 'nine'],
    });
  });

  it('is one message or several', () => {
    const message = { msg: { t: 1 }, metadata: {}, msgType: 'X' };
    expect(outcomeOf('update', JSON.stringify(message))).toEqual({
      kind: 'messages',
      messages: [message],
    });
    expect(outcomeOf('update', JSON.stringify([message, message]))).toMatchObject({
      messages: [message, message],
    });
    expect(outcomeOf('generate', JSON.stringify(message))).toEqual({
      kind: 'messages',
      messages: [message],
    });
    expect(outcomeOf('update', '[]')).toEqual({ kind: 'messages', messages: [] });
    const exact = '{"msg":{"n":9007199254740993},"metadata":{},"msgType":"X"}';
    expect(outcomeOf('update', exact)).toMatchObject({
      messages: [{ msg: { n: new ExactNumber('9007199254740993') } }],
    });
  });

  it('is the output as it is where it cannot be read', () => {
    expect(outcomeOf('update', '5')).toEqual({ kind: 'text', text: '5' });
    expect(outcomeOf('string', '{}')).toEqual({ kind: 'text', text: '{}' });
    expect(outcomeOf('json', '{}')).toEqual({ kind: 'text', text: '{}' });
  });

  it('depends on the node', () => {
    expect(scriptTypeOf('filter.switch', 'FILTER')).toBe('switch');
    expect(scriptTypeOf('action.generator', 'ACTION')).toBe('generate');
    expect(scriptTypeOf('action.create-alarm', 'ACTION')).toBe('json');
    expect(scriptTypeOf('acme.filter', 'FILTER')).toBe('filter');
    expect(scriptTypeOf('acme.action', 'ACTION')).toBe('string');
  });
});
