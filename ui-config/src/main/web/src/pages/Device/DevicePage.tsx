// SPDX-License-Identifier: Apache-2.0
import { Anchor, Breadcrumbs, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { readDevice } from '../../api/devices';
import { ApiError } from '../../api/http';
import type { Device } from '../../api/types';
import { ErrorNote } from '../../components/ErrorNote';
import { FirstReading } from '../../components/FirstReading';
import { PageTitle } from '../../components/PageTitle';
import { Panel } from '../../components/Panel';
import { useAddress } from '../../components/useAddress';
import { useIsTenantAdmin } from '../../components/useAuthority';
import { useLatestValues } from '../../components/useLatestValues';
import { nameRange, rangeIn } from '../../model/range';
import { AlarmsPanel } from './AlarmsPanel';
import { AttributePanel } from './AttributePanel';
import { useIsDeleted } from './deletion';
import { DeviceHead } from './DeviceHead';
import classes from './DevicePage.module.css';
import { EventsPanel } from './EventsPanel';
import { HistoryPanel } from './HistoryPanel';
import { LatestPanel } from './LatestPanel';
import { MessagesPanel } from './MessagesPanel';
import { RelationsPanel } from './RelationsPanel';
import { RpcPanel } from './RpcPanel';
import { nameKeys, shownKeys } from './shownKeys';

export function DevicePage() {
  const { t } = useTranslation();
  const { deviceId = '' } = useParams();
  const isDeleted = useIsDeleted(deviceId);
  const { data, error } = useQuery({
    queryKey: ['device', deviceId],
    queryFn: ({ signal }) => readDevice(deviceId, signal),
  });
  const isGone = error instanceof ApiError && error.status === 404;
  const device = isGone ? undefined : data;
  return (
    <Stack gap="md">
      <Breadcrumbs>
        <Anchor component={Link} to="/devices" size="sm">
          {t('devices.title')}
        </Anchor>
        <Text size="sm" c="dimmed" className={classes.crumb ?? ''}>
          {device?.name ?? '…'}
        </Text>
      </Breadcrumbs>
      {/* A link to another device shows its page from the beginning. */}
      {device !== undefined && (
        <Fragment key={deviceId}>
          <DeviceHead device={device} isDeleted={isDeleted} />
          {!isDeleted && <DevicePanels device={device} />}
        </Fragment>
      )}
      {device === undefined && (
        <>
          <PageTitle title={t('device.title')} />
          {error === null ? <Skeleton height={420} /> : <ErrorNote error={error} />}
        </>
      )}
    </Stack>
  );
}

function DevicePanels({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const deviceId = device.id.id;
  const isAdmin = useIsTenantAdmin();
  const live = useLatestValues(deviceId);
  const [params, changeAddress] = useAddress();
  const shown = shownKeys(live.values ?? [], params.getAll('key'));
  return (
    <>
      {live.error !== null && <ErrorNote error={live.error} />}
      <div className={classes.areas}>
        <LatestPanel
          live={live}
          shownKeys={shown.map(({ key }) => key)}
          onShow={(keys) => changeAddress((present) => nameKeys(present, keys))}
        />
        <div className={classes.history}>
          {shown.length > 0 && (
            <HistoryPanel
              deviceId={deviceId}
              profile={device.deviceProfileId.id}
              latest={shown}
              range={rangeIn(params)}
              onRange={(range, again) =>
                changeAddress((present) => nameRange(present, range), again)
              }
            />
          )}
          {live.values?.length === 0 && (
            <Panel title={t('devices.noReadings')}>
              <div className={classes.padded}>
                <FirstReading deviceId={deviceId} />
              </div>
            </Panel>
          )}
        </div>
        <AttributePanel deviceId={deviceId} />
        <RelationsPanel deviceId={deviceId} />
        {isAdmin && <MessagesPanel deviceId={deviceId} />}
      </div>
      <AlarmsPanel deviceId={deviceId} />
      <RpcPanel deviceId={deviceId} />
      <EventsPanel deviceId={deviceId} />
    </>
  );
}
