// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import type { ProcessingStrategy, SubmitStrategy } from '../../api/messages';

/** Which messages of a queue run at once, in words. */
export function submitText(t: TFunction, { type, batchSize }: SubmitStrategy): string {
  return t(`messages.queues.submit.${type}`, { count: batchSize });
}

/** What follows an attempt without success, in words. */
export function processingText(t: TFunction, strategy: ProcessingStrategy): string {
  const { type, retries, unlimited, pauseBetweenRetries, maxPauseBetweenRetries } = strategy;
  const what = t(`messages.queues.processingTypes.${type}`);
  if (!unlimited && retries === 0) {
    return what;
  }
  const times = unlimited
    ? t('messages.queues.unlimited')
    : t('messages.queues.times', { count: retries });
  const grows = maxPauseBetweenRetries > pauseBetweenRetries;
  const pause = grows
    ? t('messages.queues.growingPause', { from: pauseBetweenRetries, to: maxPauseBetweenRetries })
    : t('messages.queues.pause', { seconds: pauseBetweenRetries });
  return t('messages.queues.retry', { what, times, pause });
}
