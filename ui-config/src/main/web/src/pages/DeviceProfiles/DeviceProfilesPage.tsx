// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDeviceProfiles, type DeviceProfile } from '../../api/deviceProfiles';
import type { Page } from '../../api/types';
import { ErrorNote } from '../../components/ErrorNote';
import { PageTitle } from '../../components/PageTitle';
import { SearchField } from '../../components/SearchField';
import { AddProfileDialog } from './AddProfileDialog';
import { EditProfileDialog } from './EditProfileDialog';
import { ProfileTable } from './ProfileTable';
import { useProfileList } from './useProfileList';

const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;

/** The device profiles of the tenant. */
export function DeviceProfilesPage() {
  const { t } = useTranslation();
  const { search, page, sortProperty, descending, show, edited, edit } = useProfileList();
  const [adding, setAdding] = useState(false);
  const { data: profiles, error } = useQuery({
    queryKey: ['deviceProfiles', search, page, sortProperty, descending],
    queryFn: ({ signal }) =>
      listDeviceProfiles(
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
          <PageTitle title={t('deviceProfiles.title')} />
          {profiles !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {t(search === '' ? 'deviceProfiles.count' : 'deviceProfiles.found', {
                count: profiles.totalElements,
              })}
            </Text>
          )}
        </Group>
        <Group gap="xs">
          <SearchField
            label={t('deviceProfiles.searchLabel')}
            placeholder={t('devices.searchPlaceholder')}
            search={search}
            onSearch={(text) => show({ search: text, page: 0 }, true)}
          />
          <Button onClick={() => setAdding(true)}>{t('deviceProfiles.add')}</Button>
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {t('deviceProfiles.help')}
      </Text>
      {error !== null && <ErrorNote error={error} stale={profiles !== undefined} />}
      {profiles === undefined ? (
        error === null && <Skeleton height={280} />
      ) : profiles.data.length > 0 ? (
        <ProfileTable profiles={profiles.data} />
      ) : (
        <NoProfiles profiles={profiles} />
      )}
      {profiles !== undefined && profiles.totalPages > 1 && (
        <Group justify="flex-end">
          <Pagination
            size="sm"
            total={profiles.totalPages}
            value={page + 1}
            onChange={(number) => show({ page: number - 1 })}
            getItemProps={(number) => ({ 'aria-label': t('common.page', { number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'next' ? 'common.nextPage' : 'common.previousPage'),
            })}
          />
        </Group>
      )}
      {adding && <AddProfileDialog onClose={() => setAdding(false)} onGenerated={edit} />}
      {edited !== null && (
        <EditProfileDialog key={edited} profileId={edited} onClose={() => edit(null)} />
      )}
    </Stack>
  );
}

/** A tenant always has its default profile: an empty list is one of a search, or of a page behind the last one. */
function NoProfiles({ profiles }: { readonly profiles: Page<DeviceProfile> }) {
  const { t } = useTranslation();
  const { search, show } = useProfileList();
  const isBehind = profiles.totalElements > 0;
  return (
    <Stack align="center" gap="sm" py="xl">
      <Text c="dimmed" ta="center">
        {t(isBehind ? 'devices.emptyPage' : 'deviceProfiles.noneFound', { search })}
      </Text>
      <Button
        variant="default"
        onClick={() => show(isBehind ? { page: 0 } : { search: '', page: 0 })}
      >
        {t(isBehind ? 'devices.firstPage' : 'deviceProfiles.showAll')}
      </Button>
    </Stack>
  );
}
