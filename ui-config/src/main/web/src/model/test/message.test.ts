// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { draftOf, inputOf, NEW_DRAFT, templateOf, type TestDraft } from './message';

describe('the message of a test', () => {
  it('is read as it was written', () => {
    const draft: TestDraft = {
      sample: { msgType: 'A', data: '{"n":9007199254740993}', metadata: { ts: '1' } },
      originator: { entityType: 'DEVICE', id: 'd' },
      start: 'n1',
      replies: { Ask: { status: 503, body: 'busy', headers: { a: 'b' } } },
      others: { ts: 5 },
    };

    expect(draftOf(inputOf(draft))).toEqual(draft);
  });

  it('of a request over REST may lack everything', () => {
    expect(draftOf({ message: {} })).toEqual({
      ...NEW_DRAFT,
      sample: { msgType: 'POST_TELEMETRY_REQUEST', data: '{}', metadata: {} },
    });
    expect(draftOf({ message: { data: { t: 1 } } }).sample.data).toBe('{\n  "t": 1\n}');
  });

  it('gets the data of a known type', () => {
    const { sample } = NEW_DRAFT;

    expect(templateOf(sample, 'CONNECT_EVENT').data).toContain('active');
    expect(templateOf(sample, 'MY_TYPE')).toEqual({ ...sample, msgType: 'MY_TYPE' });
  });
});
