// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { lineDiff } from './lineDiff';

function differing(lines: readonly { readonly text: string; readonly differs: boolean }[]) {
  return lines.filter(({ differs }) => differs).map(({ text }) => text);
}

describe('lineDiff', () => {
  it('marks the lines that only one side has', () => {
    const { before, after } = lineDiff('{\n  "t": 70\n}', '{\n  "t": 21,\n  "unit": "C"\n}');

    expect(differing(before)).toEqual(['  "t": 70']);
    expect(differing(after)).toEqual(['  "t": 21,', '  "unit": "C"']);
  });

  it('does not mark a line because a line follows it now', () => {
    const { before, after } = lineDiff('{\n  "a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}');

    expect(differing(before)).toEqual([]);
    expect(differing(after)).toEqual(['  "b": 2']);
  });

  it('compares long texts only as a whole', () => {
    const long = Array.from({ length: 1_000 }, (_, line) => String(line)).join('\n');

    expect(differing(lineDiff(long, long).after)).toEqual([]);
    expect(differing(lineDiff(long, `${long}!`).after)).toHaveLength(1_000);
  });
});
