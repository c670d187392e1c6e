// SPDX-License-Identifier: Apache-2.0
import { Button, Code, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listDevices } from '../../api/devices';
import type { DeviceInfo, Page } from '../../api/types';
import { CopyButton } from '../../components/CopyButton';
import { EntitySelect } from '../../components/device/EntitySelect';
import { ErrorNote } from '../../components/ErrorNote';
import { LiveMark } from '../../components/LiveMark';
import { PageTitle } from '../../components/PageTitle';
import { SearchField } from '../../components/SearchField';
import { createDeviceCommand } from '../../model/firstReading';
import type { Authority } from '../../model/jwt';
import { AddDeviceDialog } from './AddDeviceDialog';
import { DeviceTable } from './DeviceTable';
import classes from './DeviceTable.module.css';
import { useDeviceList } from './useDeviceList';

const PAGE_SIZE = 20;
const REFRESH_MS = 5_000;

export function DevicesPage({ authority }: { readonly authority: Authority }) {
  const { t } = useTranslation();
  const { search, page, sortProperty, descending, show, profile, showProfile } = useDeviceList();
  const [adding, setAdding] = useState(false);
  const isAdmin = authority === 'TENANT_ADMIN';
  const { data: devices, error } = useQuery({
    queryKey: ['devices', search, page, sortProperty, descending, profile],
    queryFn: ({ signal }) =>
      listDevices(
        {
          pageSize: PAGE_SIZE,
          page,
          textSearch: search,
          sortProperty,
          descending,
          profile: profile ?? undefined,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <PageTitle title={t('devices.title')} />
          {devices !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {t(search === '' && profile === null ? 'devices.count' : 'devices.found', {
                count: devices.totalElements,
              })}
            </Text>
          )}
          <LiveMark />
        </Group>
        <Group gap="xs">
          {isAdmin && (
            <EntitySelect
              label={t('devices.filterProfile')}
              hidesLabel
              entityType="DEVICE_PROFILE"
              value={profile}
              placeholder={t('devices.allProfiles')}
              clearable
              onChange={showProfile}
            />
          )}
          <SearchField
            label={t('devices.searchLabel')}
            placeholder={t('devices.searchPlaceholder')}
            search={search}
            onSearch={(text) => show({ search: text, page: 0 }, true)}
          />
          {isAdmin && <Button onClick={() => setAdding(true)}>{t('devices.add')}</Button>}
        </Group>
      </Group>
      {error !== null && <ErrorNote error={error} />}
      {devices === undefined ? (
        error === null && <Skeleton height={280} />
      ) : (
        <DeviceList devices={devices} authority={authority} />
      )}
      {devices !== undefined && devices.totalPages > 1 && (
        <Group justify="flex-end">
          <Pagination
            size="sm"
            total={devices.totalPages}
            value={page + 1}
            onChange={(number) => show({ page: number - 1 })}
            getItemProps={(number) => ({ 'aria-label': t('common.page', { number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'next' ? 'common.nextPage' : 'common.previousPage'),
            })}
          />
        </Group>
      )}
      {adding && <AddDeviceDialog onClose={() => setAdding(false)} />}
    </Stack>
  );
}

interface DeviceListProps {
  readonly devices: Page<DeviceInfo>;
  readonly authority: Authority;
}

function DeviceList({ devices, authority }: DeviceListProps) {
  const { t } = useTranslation();
  const { search, profile, show, showProfile } = useDeviceList();
  if (devices.data.length > 0) {
    return <DeviceTable devices={devices.data} />;
  }
  if (devices.totalElements > 0) {
    return (
      <Nothing text={t('devices.emptyPage')}>
        <Button variant="default" onClick={() => show({ page: 0 })}>
          {t('devices.firstPage')}
        </Button>
      </Nothing>
    );
  }
  if (search !== '') {
    return (
      <Nothing text={t('devices.noneFound', { search })}>
        <Button variant="default" onClick={() => show({ search: '', page: 0 })}>
          {t('devices.showAll')}
        </Button>
      </Nothing>
    );
  }
  if (profile !== null) {
    return (
      <Nothing text={t('devices.noneOfProfile')}>
        <Button variant="default" onClick={() => showProfile(null)}>
          {t('devices.showAll')}
        </Button>
      </Nothing>
    );
  }
  return authority === 'CUSTOMER_USER' ? (
    <Nothing text={t('devices.noneOfCustomer')} />
  ) : (
    <FirstDevice />
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
  const { t } = useTranslation();
  const command = createDeviceCommand(new URL('.', window.location.href).href);
  return (
    <Stack gap="sm" maw="48rem" mx="auto" py="xl">
      <Text fw={600}>{t('devices.empty')}</Text>
      <Text size="sm">{t('devices.emptyHelp')}</Text>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Code block flex="0 1 auto" miw={0} className={classes.command ?? ''}>
          {command}
        </Code>
        <CopyButton text={command} what={t('devices.command')} />
      </Group>
    </Stack>
  );
}
