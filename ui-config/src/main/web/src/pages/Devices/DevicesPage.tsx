// SPDX-License-Identifier: Apache-2.0
import { Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { listDevices } from '../../api/devices';
import type { Device, Page } from '../../api/types';
import { ErrorNote } from '../../components/ErrorNote';
import { LiveMark } from '../../components/LiveMark';
import { PageTitle } from '../../components/PageTitle';
import { SearchField } from '../../components/SearchField';
import { DeviceTable } from './DeviceTable';

const PAGE_SIZE = 20;
const REFRESH_MS = 5_000;

export function DevicesPage() {
  const { search, page, setSearch, setPage } = useListAddress();
  const { data: devices, error } = useQuery({
    queryKey: ['devices', search, page],
    queryFn: ({ signal }) => listDevices({ pageSize: PAGE_SIZE, page, textSearch: search }, signal),
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
          onSearch={setSearch}
        />
      </Group>
      {error !== null && <ErrorNote error={error} />}
      {devices === undefined ? (
        error === null && <Skeleton height={280} />
      ) : (
        <DeviceList devices={devices} search={search} />
      )}
      {devices !== undefined && devices.totalPages > 1 && (
        <Group justify="flex-end">
          <Pagination
            size="sm"
            total={devices.totalPages}
            value={page + 1}
            onChange={(number) => setPage(number - 1)}
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

function DeviceList(props: { readonly devices: Page<Device>; readonly search: string }) {
  const { devices, search } = props;
  if (devices.data.length > 0) {
    return <DeviceTable devices={devices.data} />;
  }
  return (
    <Text c="dimmed" ta="center" py="xl">
      {search === ''
        ? 'There are no devices yet. The first one that is created appears here by itself.'
        : `No device has "${search}" in its name.`}
    </Text>
  );
}

/** Search and page stand in the address, so that "back" and a reload lead to the same list. */
function useListAddress() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = Math.max(0, (Number.parseInt(params.get('page') ?? '1', 10) || 1) - 1);

  const go = (toSearch: string, toPage: number, replace: boolean) => {
    const next = new URLSearchParams();
    if (toSearch !== '') {
      next.set('search', toSearch);
    }
    if (toPage > 0) {
      next.set('page', String(toPage + 1));
    }
    setParams(next, { replace });
  };
  return {
    search,
    page,
    setSearch: (text: string) => go(text, 0, true),
    setPage: (number: number) => go(search, number, false),
  };
}

function countOf(total: number, search: string): string {
  const devices = total === 1 ? '1 device' : `${total} devices`;
  return search === '' ? devices : `${devices} found`;
}
