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
import { useLatestValues, type LiveValues } from '../../components/useLatestValues';
import { timeRange } from '../../model/time';
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
        <Text size="sm" c="dimmed">
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
  const numeric = live.values?.filter(({ value }) => typeof value === 'number') ?? [];
  const charted = numeric.find(({ key }) => key === params.get('key')) ?? numeric[0];

  const show = (name: 'key' | 'range', value: string) => {
    const next = new URLSearchParams(params);
    next.set(name, value);
    setParams(next, { replace: true });
  };

  return (
    <>
      <Group gap="sm">
        <PageTitle title={device.name} />
        <Badge variant="light" tt="none" title="Profile">
          {device.type}
        </Badge>
        {device.label !== null && <Text c="dimmed">{device.label}</Text>}
        <LiveMark />
        <Code ml="auto" title="Id of the device">
          {deviceId}
        </Code>
      </Group>
      {live.error !== null && <ErrorNote error={live.error} />}
      <div className={classes.areas}>
        <LatestPanel live={live} chartedKey={charted?.key} onChart={(key) => show('key', key)} />
        <div className={classes.history}>
          {charted === undefined ? (
            <NoChart deviceId={deviceId} live={live} />
          ) : (
            <HistoryPanel
              deviceId={deviceId}
              latest={charted}
              range={timeRange(params.get('range'))}
              onRange={(range) => show('range', range.id)}
            />
          )}
        </div>
        <AttributePanel deviceId={deviceId} />
      </div>
    </>
  );
}

function NoChart(props: { readonly deviceId: string; readonly live: LiveValues }) {
  const { deviceId, live } = props;
  if (live.values === undefined) {
    return null;
  }
  return live.values.length === 0 ? (
    <Panel title="No readings yet">
      <div className={classes.padded}>
        <FirstReading deviceId={deviceId} />
      </div>
    </Panel>
  ) : (
    <Panel title="History">
      <Text c="dimmed" className={classes.padded ?? ''}>
        None of the values is a number that a chart could show.
      </Text>
    </Panel>
  );
}
