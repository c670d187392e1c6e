// SPDX-License-Identifier: Apache-2.0
import { Anchor, Group, Skeleton, Switch, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { searchMessages, type Delivery } from '../../api/paths';
import { ErrorNote } from '../../components/ErrorNote';
import { OutcomeText } from '../../components/message/OutcomeText';
import { WatchControl } from '../../components/message/WatchControl';
import { Panel } from '../../components/Panel';
import { PathList } from '../../components/PathList';
import { durationText } from '../../model/duration';
import { canvasOf, keyOf } from '../../model/path';
import { exactTime } from '../../model/time';
import classes from './DevicePage.module.css';

const SHOWN = 20;
const REFRESH_MS = 5_000;

/** The latest messages of a device with their ways. */
export function MessagesPanel({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<string>();
  const [failedOnly, setFailedOnly] = useState(false);
  const { data: found, error } = useQuery({
    queryKey: ['messages', 'device', deviceId, failedOnly],
    queryFn: ({ signal }) =>
      searchMessages({ deviceId, reason: failedOnly ? 'FAILED' : '' }, { limit: SHOWN }, signal),
    // What is being read stays where it is.
    refetchInterval: open === undefined ? REFRESH_MS : false,
  });
  const data = found?.data;
  const help = failedOnly ? 'paths.noFailures' : 'paths.empty';
  return (
    <Panel title={t('paths.recent')} controls={<WatchControl entityType="DEVICE" id={deviceId} />}>
      <div className={classes.padded}>
        <Group justify="space-between" gap="xs">
          <Switch
            size="xs"
            label={t('paths.failedOnly')}
            checked={failedOnly}
            onChange={({ currentTarget: { checked } }) => setFailedOnly(checked)}
          />
          <Anchor component={Link} size="sm" to={`/messages?device=${deviceId}`}>
            {t('messageSearch.all')}
          </Anchor>
        </Group>
        {data === undefined && error === null && <Skeleton height={80} />}
        {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
        {data !== undefined && (
          <Text size="sm" c="dimmed" mt={6}>
            {t(data.length === 0 ? help : 'paths.recentHelp')}
          </Text>
        )}
      </div>
      {data !== undefined && data.length > 0 && (
        <Table verticalSpacing={5} borderColor="var(--line)">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('paths.time')}</Table.Th>
              <Table.Th>{t('paths.outcome')}</Table.Th>
              <Table.Th>{t('paths.duration')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((delivery) => {
              const name = keyOf(delivery);
              return (
                <Fragment key={name}>
                  <Row
                    delivery={delivery}
                    open={open === name}
                    onToggle={() => setOpen(open === name ? undefined : name)}
                  />
                </Fragment>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly delivery: Delivery;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Row({ delivery, open, onToggle }: RowProps) {
  const { t } = useTranslation();
  const { endedTs, type, micros, branches } = delivery;
  const time = exactTime(endedTs);
  const canvas = canvasOf(delivery);
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <button
            type="button"
            className={classes.key}
            aria-expanded={open}
            aria-label={t(open ? 'paths.hide' : 'paths.show', { time })}
            onClick={onToggle}
          >
            {time.slice(11)}
          </button>
          <Text size="xs" c="dimmed">
            {type}
          </Text>
        </Table.Td>
        <Table.Td>
          <OutcomeText delivery={delivery} />
        </Table.Td>
        <Table.Td>{typeof micros === 'number' && durationText(micros)}</Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr>
          <Table.Td colSpan={3}>
            <PathList branches={branches} />
            {canvas !== undefined && (
              <Anchor component={Link} size="sm" to={canvas}>
                {t('paths.onCanvas')}
              </Anchor>
            )}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
