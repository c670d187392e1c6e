// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { columnsOf, type Series } from '../../model/series';
import { kindOf, loadHistory, MAX_READINGS } from './loadHistory';
import { ExactNumber } from '../../model/number';

const REQUEST = { key: 'k', startTs: 90_000, endTs: 330_000 };
const INTERVALS = { startTs: 60_000, endTs: 360_000, length: 60_000 };

let queries: URLSearchParams[];
let answers: (query: URLSearchParams) => string;

beforeEach(() => {
  queries = [];
  vi.stubGlobal('fetch', (path: string) => {
    const query = new URLSearchParams(path.split('?')[1]);
    queries.push(query);
    return Promise.resolve(new Response(answers(query)));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function points(count: number, value: (index: number) => string): string {
  const all = Array.from({ length: count }, (_, i) => `{"ts":${300_000 - i},"value":${value(i)}}`);
  return `{"k":[${all.join(',')}]}`;
}

describe('loadHistory', () => {
  it('draws readings as they are where they fit', async () => {
    answers = () => '{"k":[{"ts":200000,"value":9007199254740993},{"ts":100000,"value":1}]}';
    const history = await loadHistory('d', REQUEST, 'number', INTERVALS);
    expect(history).toEqual({
      kind: 'number',
      series: {
        intervals: undefined,
        places: [
          { ts: 100_000, value: 1 },
          { ts: 200_000, value: new ExactNumber('9007199254740993') },
        ],
      },
    });
    expect(queries).toHaveLength(1);
  });

  it('asks for averages, minima and maxima of whole intervals where there are too many', async () => {
    const aggregates: Record<string, string> = { AVG: '2.5', MIN: '1', MAX: '4' };
    answers = (query) => {
      const value = aggregates[query.get('agg') ?? ''];
      return value === undefined
        ? points(MAX_READINGS + 1, () => '7')
        : `{"k":[{"ts":90000,"value":${value}},{"ts":270000,"value":${value}}]}`;
    };
    const history = await loadHistory('d', REQUEST, 'number', INTERVALS);
    expect(columnsOf((history as { series: Series }).series)).toEqual({
      times: [90, 180, 270],
      values: [2.5, null, 2.5],
      lows: [1, null, 1],
      highs: [4, null, 4],
    });
    expect(queries.slice(1).map((query) => query.get('agg'))).toEqual(['AVG', 'MIN', 'MAX']);
    for (const query of queries.slice(1)) {
      expect([query.get('startTs'), query.get('endTs'), query.get('interval')]).toEqual([
        '60000',
        '360000',
        '60000',
      ]);
    }
  });

  it('shows the newest states and says when older ones are missing', async () => {
    answers = () => points(MAX_READINGS + 1, (i) => String(i % 3 === 0));
    const history = await loadHistory('d', REQUEST, 'state', INTERVALS);
    expect(history).toMatchObject({ kind: 'state', complete: false });
    expect(queries).toHaveLength(1);
  });

  it('lists texts, the newest first', async () => {
    answers = () => points(2, (i) => `"text ${i}"`);
    expect(await loadHistory('d', REQUEST, 'text', INTERVALS)).toEqual({
      kind: 'text',
      complete: true,
      points: [
        { ts: 300_000, value: 'text 0' },
        { ts: 299_999, value: 'text 1' },
      ],
    });
  });
});

describe('kindOf', () => {
  it('depends on the type of the value', () => {
    expect([1, new ExactNumber('1e999'), true, '5', { a: 1 }].map(kindOf)).toEqual([
      'number',
      'number',
      'state',
      'text',
      'text',
    ]);
  });
});
