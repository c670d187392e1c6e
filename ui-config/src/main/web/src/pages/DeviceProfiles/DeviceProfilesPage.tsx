// SPDX-License-Identifier: Apache-2.0
import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDeviceProfiles } from '../../api/deviceProfiles';
import { ListPage, NoEntries } from '../../components/ListPage';
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
    <>
      <ListPage
        title={t('deviceProfiles.title')}
        count={(count) =>
          t(search === '' ? 'deviceProfiles.count' : 'deviceProfiles.found', { count })
        }
        controls={
          <>
            <SearchField
              label={t('deviceProfiles.searchLabel')}
              placeholder={t('devices.searchPlaceholder')}
              search={search}
              onSearch={(text) => show({ search: text, page: 0 }, true)}
            />
            <Button onClick={() => setAdding(true)}>{t('deviceProfiles.add')}</Button>
          </>
        }
        note={
          <Text size="sm" c="dimmed">
            {t('deviceProfiles.help')}
          </Text>
        }
        list={profiles}
        error={error}
        page={page}
        onPage={(number) => show({ page: number })}
        // A tenant always has its default profile: an empty list is one of a search.
        empty={
          <NoEntries
            text={t('deviceProfiles.noneFound', { search })}
            action={t('deviceProfiles.showAll')}
            onAction={() => show({ search: '', page: 0 })}
          />
        }
      >
        {(entries) => <ProfileTable profiles={entries} />}
      </ListPage>
      {adding && <AddProfileDialog onClose={() => setAdding(false)} onGenerated={edit} />}
      {edited !== null && (
        <EditProfileDialog key={edited} profileId={edited} onClose={() => edit(null)} />
      )}
    </>
  );
}
