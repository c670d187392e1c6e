// SPDX-License-Identifier: Apache-2.0
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorNote } from '../../components/ErrorNote';
import { messageTime, neighboursOf, type Reading } from '../../model/reading';
import { exactTime } from '../../model/time';
import classes from './DevicePage.module.css';
import { followReading, type FollowedReading } from './followReading';

interface ReadingPanelProps {
  readonly deviceId: string;
  readonly reading: Reading;
  /** The times of the readings of its key that are shown, ascending. */
  readonly times: readonly number[];
  readonly onReading: (reading: Reading) => void;
  readonly onClose: () => void;
}

/** Where a reading leads to: the way of the message that brought it. Buttons lead to the readings beside it. */
export function ReadingPanel({ deviceId, reading, times, onReading, onClose }: ReadingPanelProps) {
  const { t } = useTranslation();
  const { key, ts } = reading;
  const { data, error } = useQuery({
    queryKey: ['followReading', deviceId, key, ts],
    queryFn: ({ signal }) => followReading(deviceId, reading, signal),
  });
  const { earlier, later } = neighboursOf(times, ts);
  return (
    <section className={classes.reading} aria-label={t('device.reading.label')}>
      <div className={classes.readingHead}>
        <Text size="sm" fw={600}>
          {t('device.reading.title', { key, time: exactTime(ts) })}
        </Text>
        <Button {...step(earlier)}>{t('device.reading.earlier')}</Button>
        <Button {...step(later)}>{t('device.reading.later')}</Button>
        <Button variant="default" size="compact-xs" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
      <div role="status">
        {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
        {data === undefined && error === null && <Text size="sm">…</Text>}
        {data !== undefined && <Target followed={data} />}
      </div>
    </section>
  );

  function step(to: number | undefined) {
    return {
      variant: 'default',
      size: 'compact-xs',
      disabled: to === undefined,
      onClick: () => to !== undefined && onReading({ key, ts: to }),
    };
  }
}

function Target({ followed }: { readonly followed: FollowedReading }) {
  const { t } = useTranslation();
  switch (followed.kind) {
    case 'unknown':
      return <Text size="sm">{t('device.reading.unknown')}</Text>;
    case 'gone':
      return (
        <>
          <Text size="sm">{t('device.reading.gone')}</Text>
          <Text size="xs" c="dimmed">
            {messageText(followed.message)}
          </Text>
        </>
      );
    case 'kept':
      return followed.chain === undefined ? (
        <Text size="sm">{t('paths.none')}</Text>
      ) : (
        <Anchor
          component={Link}
          size="sm"
          to={`/rule-chains/${followed.chain}?message=${followed.message}`}
        >
          {t('device.reading.way')}
        </Anchor>
      );
  }

  function messageText(id: string): string {
    const time = messageTime(id);
    return time === undefined
      ? t('device.reading.message', { id })
      : t('device.reading.messageOf', { id, time: exactTime(time) });
  }
}
