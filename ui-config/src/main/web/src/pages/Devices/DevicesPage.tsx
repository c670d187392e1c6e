// SPDX-License-Identifier: Apache-2.0
import { Button, Code, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listDevices, SORT_PROPERTIES } from '../../api/devices';
import type { Device, Page } from '../../api/types';
import { CopyButton } from '../../components/CopyButton';
import { ErrorNote } from '../../components/ErrorNote';
import { LiveMark } from '../../components/LiveMark';
import { PageTitle } from '../../components/PageTitle';
import { SearchField } from '../../components/SearchField';
import { useListAddress } from '../../components/useListAddress';
import { createDeviceCommand } from '../../model/firstReading';
import type { Authority } from '../../model/jwt';
import { DeviceTable } from './DeviceTable';
import classes from './DeviceTable.module.css';

const PAGE_SIZE = 20;
const REFRESH_MS = 5_000;

export function DevicesPage({ authority }: { readonly authority: Authority }) {
  const { search, page, sortProperty, descending, show } = useListAddress(SORT_PROPERTIES);
  const { data: devices, error } = useQuery({
    queryKey: ['devices', search, page, sortProperty, descending],
    queryFn: ({ signal }) =>
      listDevices(
        { pageSize: PAGE_SIZE, page, textSearch: search, sortProperty, descending },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <PageTitle title="Devices" />
          {devices !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {countOf(devices.totalElements, search)}
            </Text>
          )}
          <LiveMark />
        </Group>
        <SearchField
          label="Search devices by name"
          placeholder="Search by name"
          search={search}
          onSearch={(text) => show({ search: text, page: 0 }, true)}
        />
      </Group>
      {error !== null && <ErrorNote error={error} />}
      {devices === undefined ? (
        error === null && <Skeleton height={280} />
      ) : (
        <DeviceList devices={devices} search={search} authority={authority} />
      )}
      {devices !== undefined && devices.totalPages > 1 && (
        <Group justify="flex-end">
          <Pagination
            size="sm"
            total={devices.totalPages}
            value={page + 1}
            onChange={(number) => show({ page: number - 1 })}
            getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
            getControlProps={(control) => ({
              'aria-label': control === 'next' ? 'Next page' : 'Previous page',
            })}
          />
        </Group>
      )}
    </Stack>
  );
}

interface DeviceListProps {
  readonly devices: Page<Device>;
  readonly search: string;
  readonly authority: Authority;
}

function DeviceList({ devices, search, authority }: DeviceListProps) {
  const { t } = useTranslation();
  const { show } = useListAddress(SORT_PROPERTIES);
  if (devices.data.length > 0) {
    return <DeviceTable devices={devices.data} />;
  }
  if (devices.totalElements > 0) {
    return (
      <Nothing text="This page of the list is empty.">
        <Button variant="default" onClick={() => show({ page: 0 })}>
          Show the first page
        </Button>
      </Nothing>
    );
  }
  if (search === '' && authority === 'CUSTOMER_USER') {
    return <Nothing text={t('devices.noneOfCustomer')} />;
  }
  return search === '' ? (
    <FirstDevice />
  ) : (
    <Nothing text={`No device has "${search}" in its name.`}>
      <Button variant="default" onClick={() => show({ search: '', page: 0 })}>
        Show all devices
      </Button>
    </Nothing>
  );
}

function Nothing({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl">
      <Text c="dimmed" ta="center" className={classes.text ?? ''}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}

/** Tells how to create a device. */
function FirstDevice() {
  const command = createDeviceCommand(new URL('.', window.location.href).href);
  return (
    <Stack gap="sm" maw="48rem" mx="auto" py="xl">
      <Text fw={600}>There are no devices yet.</Text>
      <Text size="sm">
        Create one over REST, with the token of your sign-in. It appears here by itself, with the
        command that sends its first reading.
      </Text>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Code block flex="0 1 auto" miw={0} className={classes.command ?? ''}>
          {command}
        </Code>
        <CopyButton text={command} what="command" />
      </Group>
    </Stack>
  );
}

function countOf(total: number, search: string): string {
  const devices = total === 1 ? '1 device' : `${total} devices`;
  return search === '' ? devices : `${devices} found`;
}
