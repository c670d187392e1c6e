// SPDX-License-Identifier: Apache-2.0

export interface DiffLine {
  readonly text: string;
  /** Whether only this side has the line. */
  readonly differs: boolean;
}

export interface LineDiff {
  readonly before: readonly DiffLine[];
  readonly after: readonly DiffLine[];
}

/** Beyond this number of lines on a side the comparison would take too long. */
const MOST_LINES = 600;

/** Marks the lines in which two texts differ; longer texts are compared only as a whole. */
export function lineDiff(before: string, after: string): LineDiff {
  const left = before.split('\n');
  const right = after.split('\n');
  if (left.length > MOST_LINES || right.length > MOST_LINES) {
    const differs = before !== after;
    return {
      before: left.map((text) => ({ text, differs })),
      after: right.map((text) => ({ text, differs })),
    };
  }
  const common = commonLines(left.map(withoutComma), right.map(withoutComma));
  return {
    before: left.map((text, index) => ({ text, differs: !common.left.has(index) })),
    after: right.map((text, index) => ({ text, differs: !common.right.has(index) })),
  };
}

/** The comma after the last but one member comes and goes with the last one. */
function withoutComma(line: string): string {
  return line.endsWith(',') ? line.slice(0, -1) : line;
}

/** The lines of a longest common subsequence, by their indexes. */
function commonLines(left: readonly string[], right: readonly string[]) {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common = { left: new Set<number>(), right: new Set<number>() };
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) {
      common.left.add(i++);
      common.right.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      i++;
    } else {
      j++;
    }
  }
  return common;
}
