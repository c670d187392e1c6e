// SPDX-License-Identifier: Apache-2.0
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDevices } from '../../api/devices';
import { CopyButton } from '../../components/CopyButton';
import { EntitySelect } from '../../components/device/EntitySelect';
import { ListPage, NoEntries } from '../../components/ListPage';
import { LiveMark } from '../../components/LiveMark';
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
    <>
      <ListPage
        title={t('devices.title')}
        aside={<LiveMark />}
        count={(count) =>
          t(search === '' && profile === null ? 'devices.count' : 'devices.found', { count })
        }
        controls={
          <>
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
          </>
        }
        list={devices}
        error={error}
        page={page}
        onPage={(number) => show({ page: number })}
        empty={<NoDevices authority={authority} />}
      >
        {(entries) => <DeviceTable devices={entries} />}
      </ListPage>
      {adding && <AddDeviceDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function NoDevices({ authority }: { readonly authority: Authority }) {
  const { t } = useTranslation();
  const { search, profile, show, showProfile } = useDeviceList();
  if (search !== '') {
    return (
      <NoEntries
        text={t('devices.noneFound', { search })}
        action={t('devices.showAll')}
        onAction={() => show({ search: '', page: 0 })}
      />
    );
  }
  if (profile !== null) {
    return (
      <NoEntries
        text={t('devices.noneOfProfile')}
        action={t('devices.showAll')}
        onAction={() => showProfile(null)}
      />
    );
  }
  return authority === 'CUSTOMER_USER' ? (
    <NoEntries text={t('devices.noneOfCustomer')} />
  ) : (
    <FirstDevice />
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
