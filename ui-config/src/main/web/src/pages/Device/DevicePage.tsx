// SPDX-License-Identifier: Apache-2.0
import { Anchor, Badge, Breadcrumbs, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { readDevice } from '../../api/devices';
import type { Device } from '../../api/types';
import { ErrorNote } from '../../components/ErrorNote';
import { FirstReading } from '../../components/FirstReading';
import { LiveMark } from '../../components/LiveMark';
import { PageTitle } from '../../components/PageTitle';
import { Panel } from '../../components/Panel';
import { useLatestValues } from '../../components/useLatestValues';
import { isNumber } from '../../model/number';
import { nameRange, rangeIn } from '../../model/range';
import { AttributePanel } from './AttributePanel';
import classes from './DevicePage.module.css';
import { HistoryPanel } from './HistoryPanel';
import { LatestPanel } from './LatestPanel';

export function DevicePage() {
  const { deviceId = '' } = useParams();
  const { data: device, error } = useQuery({
    queryKey: ['device', deviceId],
    queryFn: ({ signal }) => readDevice(deviceId, signal),
  });
  return (
    <Stack gap="md">
      <Breadcrumbs>
        <Anchor component={Link} to="/devices" size="sm">
          Devices
        </Anchor>
        <Text size="sm" c="dimmed" className={classes.crumb ?? ''}>
          {device?.name ?? '…'}
        </Text>
      </Breadcrumbs>
      {device !== undefined && <DeviceDetails device={device} />}
      {device === undefined && (
        <>
          <PageTitle title="Device" />
          {error === null ? <Skeleton height={420} /> : <ErrorNote error={error} />}
        </>
      )}
    </Stack>
  );
}

function DeviceDetails({ device }: { readonly device: Device }) {
  const deviceId = device.id.id;
  const live = useLatestValues(deviceId);
  const [params, setParams] = useSearchParams();
  const shown =
    live.values?.find(({ key }) => key === params.get('key')) ??
    live.values?.find(({ value }) => isNumber(value)) ??
    live.values?.[0];

  const showKey = (key: string) => {
    const next = new URLSearchParams(params);
    next.set('key', key);
    setParams(next);
  };
  return (
    <>
      <Group gap="sm">
        <div className={classes.title}>
          <PageTitle title={device.name} />
        </div>
        <Badge variant="light" tt="none" title={`Profile: ${device.type}`} maw="100%">
          {device.type}
        </Badge>
        {device.label !== null && (
          <Text c="dimmed" className={classes.title ?? ''}>
            {device.label}
          </Text>
        )}
        <LiveMark />
        <Code ml="auto" title="Id of the device">
          {deviceId}
        </Code>
      </Group>
      {live.error !== null && <ErrorNote error={live.error} />}
      <div className={classes.areas}>
        <LatestPanel live={live} shownKey={shown?.key} onShow={showKey} />
        <div className={classes.history}>
          {shown !== undefined && (
            <HistoryPanel
              deviceId={deviceId}
              latest={shown}
              range={rangeIn(params)}
              onRange={(range, again) => setParams(nameRange(params, range), { replace: again })}
            />
          )}
          {live.values?.length === 0 && (
            <Panel title="No readings yet">
              <div className={classes.padded}>
                <FirstReading deviceId={deviceId} />
              </div>
            </Panel>
          )}
        </div>
        <AttributePanel deviceId={deviceId} />
      </div>
    </>
  );
}
