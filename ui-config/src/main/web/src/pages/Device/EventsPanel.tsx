// SPDX-License-Identifier: Apache-2.0
import { Select, Skeleton, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EVENT_TYPES, listDeviceEvents, type DeviceEvent } from '../../api/deviceEvents';
import { ErrorNote } from '../../components/ErrorNote';
import { Pager } from '../../components/Pager';
import { Panel } from '../../components/Panel';
import { useAddress } from '../../components/useAddress';
import { nameParam, namePage, pageIn } from '../../model/address';
import { exactTime } from '../../model/time';
import classes from './DevicePage.module.css';

const PAGE_SIZE = 10;
const REFRESH_MS = 5_000;
const PAGE = 'eventPage';
const EVENT = 'event';

/** What happened to the connections of the device. */
export function EventsPanel({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTranslation();
  const [params, changeAddress] = useAddress();
  const page = pageIn(params, PAGE);
  const event = EVENT_TYPES.find((each) => each === params.get(EVENT));
  const { data, error } = useQuery({
    queryKey: ['deviceEvents', deviceId, event, page],
    queryFn: ({ signal }) =>
      listDeviceEvents(deviceId, { pageSize: PAGE_SIZE, page, event }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel
      title={t('deviceEvents.title')}
      controls={
        <Select
          size="xs"
          aria-label={t('deviceEvents.filter')}
          placeholder={t('deviceEvents.all')}
          clearable
          clearButtonProps={{ 'aria-label': t('deviceEvents.all') }}
          data={EVENT_TYPES.map((each) => ({
            value: each as string,
            label: t(`deviceEvents.events.${each}`),
          }))}
          value={event ?? null}
          onChange={(next) =>
            changeAddress((present) => nameParam(nameParam(present, PAGE, null), EVENT, next), true)
          }
        />
      }
    >
      {data === undefined && error === null && <Skeleton height={80} />}
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          {t(event === undefined ? 'deviceEvents.none' : 'deviceEvents.noneOfKind')}
        </Text>
      )}
      {data !== undefined && data.data.length > 0 && <EventTable events={data.data} />}
      <Pager
        padding="xs"
        pages={data?.totalPages ?? 0}
        page={page}
        label={t('deviceEvents.pages')}
        onPage={(next) => changeAddress((present) => namePage(present, PAGE, next))}
      />
    </Panel>
  );
}

function EventTable({ events }: { readonly events: readonly DeviceEvent[] }) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table verticalSpacing={5} horizontalSpacing="md" borderColor="var(--line)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('deviceEvents.time')}</Table.Th>
            <Table.Th>{t('deviceEvents.event')}</Table.Th>
            <Table.Th>{t('deviceEvents.topic')}</Table.Th>
            <Table.Th>{t('deviceEvents.cause')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map(({ id, event, count, createdTime, lastTime, topic, cause, connection }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {exactTime(lastTime)}
                {count > 1 && event !== 'EVENTS_DROPPED' && (
                  <Text size="xs" c="dimmed">
                    {t('deviceEvents.repeats', { count, time: exactTime(createdTime).slice(11) })}
                  </Text>
                )}
              </Table.Td>
              <Table.Td
                title={connection === null ? '' : t('deviceEvents.connection', { connection })}
              >
                {t(`deviceEvents.events.${event}`)}
              </Table.Td>
              <Table.Td className={classes.title ?? ''}>{topic}</Table.Td>
              <Table.Td className={classes.title ?? ''}>
                {event === 'EVENTS_DROPPED' ? t('deviceEvents.dropped', { count }) : cause}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
