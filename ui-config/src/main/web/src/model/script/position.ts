// SPDX-License-Identifier: Apache-2.0

/** A place in a script; both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The place that a message of the server names: "Invalid expression (line 1, column 14)". */
export function positionIn(message: string): Position | undefined {
  const match = /\(line (\d+), column (\d+)\)/.exec(message);
  return match === null ? undefined : { line: Number(match[1]), column: Number(match[2]) };
}

/** What is marked in a script. */
export interface Mark {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Absent if the message names no place: then the first line is marked. */
  readonly at?: Position;
}

/** A span of characters, counted from 0. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The characters to mark at a position: the word that begins there, or one character. Never outside of the text. */
export function spanAt(text: string, { line, column }: Position): Span {
  const lines = text.split('\n');
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, before) => sum + before.length + 1, 0);
  const content = lines[index] ?? '';
  const offset = Math.min(Math.max(column, 1) - 1, content.length);
  const word = /^[\w$]+/.exec(content.slice(offset))?.[0].length ?? 1;
  const to = Math.min(offset + word, content.length);
  // At the end of a line there is nothing to underline: mark what stands before.
  const from = to > offset ? offset : Math.max(0, offset - 1);
  return { from: start + from, to: start + to };
}
