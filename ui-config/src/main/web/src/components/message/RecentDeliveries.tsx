// SPDX-License-Identifier: Apache-2.0
import { Anchor, Skeleton, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { searchMessages, type Delivery } from '../../api/paths';
import { durationText } from '../../model/duration';
import { keyOf } from '../../model/path';
import { exactTime } from '../../model/time';
import { ErrorNote } from '../ErrorNote';
import classes from './RecentDeliveries.module.css';

const SHOWN = 10;
const REFRESH_MS = 5_000;

interface RecentDeliveriesProps {
  readonly ruleNodeId: string;
  /** The address at which the way of a message is shown. */
  readonly to: (delivery: Delivery) => string;
}

/** The latest messages that passed a rule node; each leads to its way. */
export function RecentDeliveries({ ruleNodeId, to }: RecentDeliveriesProps) {
  const { t } = useTranslation();
  const [failedOnly, setFailedOnly] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['messages', 'node', ruleNodeId, failedOnly],
    queryFn: ({ signal }) =>
      searchMessages({ ruleNodeId, reason: failedOnly ? 'FAILED' : '' }, { limit: SHOWN }, signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <Switch
        size="xs"
        mb={6}
        label={t('paths.failedOnly')}
        checked={failedOnly}
        onChange={({ currentTarget: { checked } }) => setFailedOnly(checked)}
      />
      {data === undefined && error === null && <Skeleton height={60} />}
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(failedOnly ? 'paths.noFailures' : 'paths.noneAtNode')}
        </Text>
      )}
      <ul className={classes.list}>
        {data?.data.map((delivery) => (
          <li key={keyOf(delivery)}>
            <Anchor
              component={Link}
              size="sm"
              to={to(delivery)}
              title={exactTime(delivery.endedTs)}
              aria-label={t('paths.show', { time: exactTime(delivery.endedTs) })}
            >
              {exactTime(delivery.endedTs).slice(11)}
            </Anchor>
            <span className={classes.outcome} data-failed={delivery.error != null || undefined}>
              {t(`paths.outcomes.${delivery.outcome}`)}
            </span>
            <span className={classes.aside}>
              {typeof delivery.micros === 'number' && durationText(delivery.micros)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
