// SPDX-License-Identifier: Apache-2.0
import { Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { acknowledgeAlarm, clearAlarm, readAlarm, type Alarm } from '../../api/alarms';
import { OriginatorName } from '../../components/alarm/OriginatorName';
import { SeverityBadge } from '../../components/alarm/SeverityBadge';
import { ErrorNote } from '../../components/ErrorNote';
import { PageTitle } from '../../components/PageTitle';
import { AlarmFacts } from './AlarmFacts';
import classes from './AlarmPage.module.css';
import { AssigneeField } from './AssigneeField';
import { HistoryPanel } from './HistoryPanel';

const REFRESH_MS = 3_000;

/** An alarm: its state, what a user can do about it, and its history. */
export function AlarmPage() {
  const { t } = useTranslation();
  const { alarmId = '' } = useParams();
  const { data: alarm, error } = useQuery({
    queryKey: ['alarms', 'one', alarmId],
    queryFn: ({ signal }) => readAlarm(alarmId, signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Stack gap="md">
      <Breadcrumbs>
        <Anchor component={Link} to="/alarms" size="sm">
          {t('alarms.title')}
        </Anchor>
        <Text size="sm" c="dimmed" className={classes.crumb ?? ''}>
          {alarm?.type ?? '…'}
        </Text>
      </Breadcrumbs>
      {alarm === undefined && <PageTitle title={t('alarms.one')} />}
      {alarm === undefined && error === null && <Skeleton height={320} />}
      {error !== null && <ErrorNote error={error} stale={alarm !== undefined} />}
      {alarm !== undefined && <AlarmDetails key={alarmId} alarm={alarm} />}
    </Stack>
  );
}

function AlarmDetails({ alarm }: { readonly alarm: Alarm }) {
  const { t } = useTranslation();
  const id = alarm.id.id;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['alarms'] });
  const acknowledge = useMutation({
    mutationFn: () => acknowledgeAlarm(id),
    onSettled: refresh,
  });
  const clear = useMutation({ mutationFn: () => clearAlarm(id), onSettled: refresh });
  const problem = acknowledge.error ?? clear.error;
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Stack gap={6} className={classes.text ?? ''}>
          <Group gap="sm">
            <PageTitle title={alarm.type} />
            <SeverityBadge severity={alarm.severity} />
          </Group>
          <Text size="sm">
            <OriginatorName alarm={alarm} />
            {' · '}
            <span role="status">{t(`alarms.statuses.${alarm.status}`)}</span>
          </Text>
        </Stack>
        <Group gap="xs">
          {!alarm.acknowledged && (
            <Button
              variant="default"
              loading={acknowledge.isPending}
              onClick={() => acknowledge.mutate()}
            >
              {t('alarms.acknowledge')}
            </Button>
          )}
          {!alarm.cleared && (
            <Button variant="default" loading={clear.isPending} onClick={() => clear.mutate()}>
              {t('alarms.clear')}
            </Button>
          )}
        </Group>
      </Group>
      {problem !== null && <ErrorNote error={problem} />}
      <div className={classes.areas}>
        <Stack gap="md">
          <AssigneeField alarm={alarm} onChanged={refresh} />
          <AlarmFacts alarm={alarm} />
        </Stack>
        <HistoryPanel alarmId={id} />
      </div>
    </>
  );
}
