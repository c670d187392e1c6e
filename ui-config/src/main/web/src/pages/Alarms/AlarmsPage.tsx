// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listAlarms, type Alarm } from '../../api/alarms';
import type { Page } from '../../api/types';
import { ErrorNote } from '../../components/ErrorNote';
import { PageTitle } from '../../components/PageTitle';
import { SearchField } from '../../components/SearchField';
import { AlarmFilters } from './AlarmFilters';
import { AlarmTable } from './AlarmTable';
import { isFiltered, isReversed, useAlarmAddress } from './useAlarmAddress';

const PAGE_SIZE = 20;
const REFRESH_MS = 3_000;

/** The alarms that the user may see. */
export function AlarmsPage() {
  const { t } = useTranslation();
  const { filter, page, sortProperty, descending, show, showFilter } = useAlarmAddress();
  const { data: alarms, error } = useQuery({
    queryKey: ['alarms', 'list', filter, page, sortProperty, descending],
    queryFn: ({ signal }) =>
      listAlarms({ pageSize: PAGE_SIZE, page, sortProperty, descending, filter }, signal),
    enabled: !isReversed(filter),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const filtered = isFiltered(filter);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <PageTitle title={t('alarms.title')} />
          {alarms !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {t(filtered ? 'alarms.found' : 'alarms.count', { count: alarms.totalElements })}
            </Text>
          )}
        </Group>
        <SearchField
          label={t('alarms.filter.search')}
          placeholder={t('alarms.filter.searchPlaceholder')}
          search={filter.textSearch}
          onSearch={(textSearch) => showFilter({ textSearch }, true)}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('alarms.help')}
      </Text>
      <AlarmFilters filter={filter} onFilter={showFilter} />
      {error !== null && <ErrorNote error={error} />}
      {alarms === undefined ? (
        error === null && <Skeleton height={280} />
      ) : alarms.data.length > 0 ? (
        <AlarmTable alarms={alarms.data} />
      ) : (
        <NoAlarms alarms={alarms} filtered={filtered} onFirstPage={() => show({ page: 0 })} />
      )}
      {alarms !== undefined && alarms.totalPages > 1 && (
        <Group justify="flex-end">
          <Pagination
            size="sm"
            total={alarms.totalPages}
            value={page + 1}
            onChange={(number) => show({ page: number - 1 })}
            getItemProps={(number) => ({ 'aria-label': t('common.page', { number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'next' ? 'common.nextPage' : 'common.previousPage'),
            })}
          />
        </Group>
      )}
    </Stack>
  );
}

interface NoAlarmsProps {
  readonly alarms: Page<Alarm>;
  readonly filtered: boolean;
  readonly onFirstPage: () => void;
}

function NoAlarms({ alarms, filtered, onFirstPage }: NoAlarmsProps) {
  const { t } = useTranslation();
  if (alarms.totalElements > 0) {
    return (
      <Stack align="center" gap="sm" py="xl">
        <Text c="dimmed">{t('alarms.emptyPage')}</Text>
        <Button variant="default" onClick={onFirstPage}>
          {t('alarms.firstPage')}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack align="center" py="xl">
      <Text fw={600}>{t(filtered ? 'alarms.noneFound' : 'alarms.empty')}</Text>
    </Stack>
  );
}
