// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeadLetterFilter } from '../../api/deadLetters';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { handled, type RunEnd } from '../../model/deadletter/resendAll';
import classes from './DeadLetters.module.css';
import { isFiltered } from '../../model/filter';
import { useResendAll, type ResendAllRun } from './useResendAll';
import { useSpan } from './useSpan';

interface SendAllDialogProps {
  readonly filter: DeadLetterFilter;
  readonly onClose: () => void;
}

/** Asks, then sends all letters of a filter again and shows how far it is. */
export function SendAllDialog({ filter, onClose }: SendAllDialogProps) {
  const { t } = useTranslation();
  const { data: span, error } = useSpan(filter);
  const { run, stopping, start, stop } = useResendAll();
  const ended = run?.end !== undefined || run?.error !== undefined;
  return (
    <Dialog
      title={t(run === undefined ? 'deadLetters.all.sendTitle' : 'deadLetters.progress.title')}
      onClose={onClose}
    >
      <Stack gap="md">
        {error !== null && <ErrorNote error={error} />}
        {span === undefined && error === null && (
          <Loader size="sm" aria-label={t('deadLetters.all.counting')} />
        )}
        {span !== undefined && run === undefined && (
          <>
            <Text size="sm">
              {span.total === 0
                ? t('deadLetters.all.none')
                : t('deadLetters.all.sendText', { count: span.total })}
            </Text>
            {isFiltered(filter) && <Text size="sm">{t('deadLetters.all.filtered')}</Text>}
            <Text size="sm" c="dimmed">
              {t('deadLetters.all.sendHelp')} {t('deadLetters.all.later')}
            </Text>
          </>
        )}
        {span !== undefined && run !== undefined && (
          <RunProgress run={run} total={span.total} stopping={stopping} />
        )}
        <Group justify="flex-end" gap="xs">
          {run === undefined ? (
            <>
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button
                disabled={span === undefined || span.total === 0}
                onClick={() => span !== undefined && void start(span)}
              >
                {t('deadLetters.all.send', { count: span?.total ?? 0 })}
              </Button>
            </>
          ) : ended ? (
            <Button onClick={onClose}>{t('common.close')}</Button>
          ) : (
            <Button variant="default" disabled={stopping} onClick={stop}>
              {t('deadLetters.progress.stop')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

interface RunProgressProps {
  readonly run: ResendAllRun;
  readonly total: number;
  readonly stopping: boolean;
}

const COUNTS = ['resent', 'pending', 'busy', 'refused', 'unreadable'] as const;

function RunProgress({ run: { tally, end, error }, total, stopping }: RunProgressProps) {
  const { t } = useTranslation();
  const count = handled(tally);
  const running = end === undefined && error === undefined;
  const status = useRef<HTMLDivElement>(null);

  // The button that had the focus is gone.
  useEffect(() => status.current?.focus(), []);

  return (
    <>
      <Progress
        value={total === 0 ? 100 : Math.min(100, (100 * count) / total)}
        aria-label={t('deadLetters.progress.label')}
        animated={running}
      />
      <div role="status" ref={status} tabIndex={-1} className={classes.status}>
        <Text size="sm" fw={600}>
          {t('deadLetters.progress.of', { handled: count, total })}
        </Text>
        <dl className={classes.counts}>
          {COUNTS.map((name) => (
            <div key={name}>
              <dt>{t(`deadLetters.progress.${name}`)}</dt>
              <dd>{tally[name]}</dd>
            </div>
          ))}
        </dl>
        {end !== undefined && <Text size="sm">{t(`deadLetters.progress.${endText(end)}`)}</Text>}
        {running && (
          <Text size="sm" c="dimmed">
            {t(stopping ? 'deadLetters.progress.stopping' : 'deadLetters.progress.leave')}
          </Text>
        )}
      </div>
      {error !== undefined && <ErrorNote error={error} />}
    </>
  );

  function endText(how: RunEnd) {
    return how === 'done' && count > tally.resent + tally.pending ? 'partly' : how;
  }
}
