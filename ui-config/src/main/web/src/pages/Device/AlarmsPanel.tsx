// SPDX-License-Identifier: Apache-2.0
import { Anchor, Skeleton, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listDeviceAlarms, type Alarm } from '../../api/alarms';
import { SeverityBadge } from '../../components/alarm/SeverityBadge';
import { ErrorNote } from '../../components/ErrorNote';
import { Pager } from '../../components/Pager';
import { Panel } from '../../components/Panel';
import { useAddress } from '../../components/useAddress';
import { namePage, pageIn } from '../../model/address';
import { exactTime } from '../../model/time';

import classes from './DevicePage.module.css';

const PAGE_SIZE = 10;
const REFRESH_MS = 3_000;
const PAGE = 'alarmPage';

/** The alarms that are shown at the device, the latest first. */
export function AlarmsPanel({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTranslation();
  const [params, changeAddress] = useAddress();
  const page = pageIn(params, PAGE);
  const { data, error } = useQuery({
    queryKey: ['alarms', 'device', deviceId, page],
    queryFn: ({ signal }) => listDeviceAlarms(deviceId, { pageSize: PAGE_SIZE, page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel title={t('alarms.title')}>
      {data === undefined && error === null && <Skeleton height={80} />}
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          {t('alarms.noneOfDevice')}
        </Text>
      )}
      {data !== undefined && data.data.length > 0 && <AlarmRows alarms={data.data} />}
      <Pager
        pages={data?.totalPages ?? 0}
        page={page}
        label={t('alarms.pages')}
        onPage={(next) => changeAddress((present) => namePage(present, PAGE, next))}
      />
    </Panel>
  );
}

function AlarmRows({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table verticalSpacing={5} horizontalSpacing="md" borderColor="var(--line)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('alarms.column.type')}</Table.Th>
            <Table.Th>{t('alarms.column.severity')}</Table.Th>
            <Table.Th>{t('alarms.column.status')}</Table.Th>
            <Table.Th>{t('alarms.column.time')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {alarms.map(({ id, type, severity, status, createdTime }) => (
            <Table.Tr key={id.id}>
              <Table.Th scope="row" className={classes.title ?? ''}>
                <Anchor component={Link} to={`/alarms/${id.id}`} size="sm">
                  {type}
                </Anchor>
              </Table.Th>
              <Table.Td>
                <SeverityBadge severity={severity} />
              </Table.Td>
              <Table.Td>{t(`alarms.statuses.${status}`)}</Table.Td>
              <Table.Td>{exactTime(createdTime)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
