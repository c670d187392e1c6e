// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../i18n/i18n';
import { processingText, submitText } from './policyText';

const t = i18next.getFixedT('en');

describe('the policies of a queue in words', () => {
  it('says which messages run at once', () => {
    expect(submitText(t, { type: 'SEQUENTIAL_BY_ORIGINATOR', batchSize: 100 })).toBe(
      'Sequential by originator',
    );
    expect(submitText(t, { type: 'BATCH', batchSize: 7 })).toBe('At most 7 at once in an instance');
  });

  it('says what follows a failure', () => {
    const none = {
      retries: 0,
      unlimited: false,
      pauseBetweenRetries: 0,
      maxPauseBetweenRetries: 0,
    };
    const pause = { pauseBetweenRetries: 3, maxPauseBetweenRetries: 3 };

    expect(processingText(t, { ...none, type: 'SKIP_ALL_FAILURES' })).toBe('No retry, dead letter');
    expect(
      processingText(t, { ...none, ...pause, type: 'RETRY_FAILED_AND_TIMED_OUT', retries: 3 }),
    ).toBe('Retry failed and timed out, 3 times, pause 3 s');
    expect(
      processingText(t, {
        type: 'RETRY_FAILED',
        retries: 0,
        unlimited: true,
        pauseBetweenRetries: 1,
        maxPauseBetweenRetries: 60,
      }),
    ).toBe('Retry failed, without end, pause 1 s, doubling to 60 s');
  });
});
