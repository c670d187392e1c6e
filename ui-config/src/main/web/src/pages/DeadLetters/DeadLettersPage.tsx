// SPDX-License-Identifier: Apache-2.0
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { listDeadLetters, type DeadLetter } from '../../api/deadLetters';
import type { Page } from '../../api/types';
import { ErrorNote } from '../../components/ErrorNote';
import { NoEntries } from '../../components/ListPage';
import { Pager } from '../../components/Pager';
import { PageTitle } from '../../components/PageTitle';
import { SearchField } from '../../components/SearchField';
import { isFiltered, isReversed } from '../../model/filter';
import { LetterActions } from './LetterActions';
import { LetterFilters } from './LetterFilters';
import { LetterTable } from './LetterTable';
import { noticeIn, type Notice } from './notice';
import { NoticeNote } from './NoticeNote';
import { useLetterAddress } from './useLetterAddress';

const PAGE_SIZE = 20;
const REFRESH_MS = 5_000;
const NONE: ReadonlySet<string> = new Set();

/** The messages whose processing failed for good. */
export function DeadLettersPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { filter, page, sortProperty, descending, show, showFilter } = useLetterAddress();
  const [notice, setNotice] = useBroughtNotice();
  const [selected, setSelected] = useState(NONE);
  const { data: letters, error } = useQuery({
    queryKey: ['deadLetters', filter, page, sortProperty, descending],
    queryFn: ({ signal }) =>
      listDeadLetters({ pageSize: PAGE_SIZE, page, sortProperty, descending, filter }, signal),
    enabled: !isReversed(filter),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const filtered = isFiltered(filter);
  const onDone = (next: Notice) => {
    setNotice(next);
    setSelected(NONE);
    void queries.invalidateQueries({ queryKey: ['deadLetters'] });
  };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <PageTitle title={t('deadLetters.title')} />
          {letters !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {t(filtered ? 'deadLetters.found' : 'deadLetters.count', {
                count: letters.totalElements,
              })}
            </Text>
          )}
        </Group>
        <SearchField
          label={t('deadLetters.filter.search')}
          placeholder={t('deadLetters.filter.searchPlaceholder')}
          search={filter.textSearch}
          onSearch={(textSearch) => showFilter({ textSearch }, true)}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('deadLetters.help')}
      </Text>
      {notice !== undefined && <NoticeNote notice={notice} onClose={() => setNotice(undefined)} />}
      <LetterFilters filter={filter} onFilter={showFilter} />
      <LetterActions
        filter={filter}
        total={letters?.totalElements ?? 0}
        selected={letters?.data.filter(({ id }) => selected.has(id)).map(({ id }) => id) ?? []}
        onDone={onDone}
      />
      {error !== null && <ErrorNote error={error} />}
      {letters === undefined ? (
        error === null && <Skeleton height={280} />
      ) : letters.data.length > 0 ? (
        <LetterTable letters={letters.data} selected={selected} onSelect={setSelected} />
      ) : (
        <NoLetters letters={letters} filtered={filtered} onFirstPage={() => show({ page: 0 })} />
      )}
      <Pager
        pages={letters?.totalPages ?? 0}
        page={page}
        onPage={(number) => show({ page: number })}
      />
    </Stack>
  );
}

/** A notice that the page of a letter brings is shown once: a reload does not repeat it. */
function useBroughtNotice() {
  const location = useLocation();
  const navigate = useNavigate();
  const state = useState<Notice | undefined>(() => noticeIn(location.state));
  useEffect(() => {
    if (noticeIn(location.state) !== undefined) {
      void navigate(`${location.pathname}${location.search}`, { replace: true });
    }
  }, [location, navigate]);
  return state;
}

interface NoLettersProps {
  readonly letters: Page<DeadLetter>;
  readonly filtered: boolean;
  readonly onFirstPage: () => void;
}

function NoLetters({ letters, filtered, onFirstPage }: NoLettersProps) {
  const { t } = useTranslation();
  if (letters.totalElements > 0) {
    return (
      <NoEntries
        text={t('common.emptyPage')}
        action={t('common.firstPage')}
        onAction={onFirstPage}
      />
    );
  }
  return (
    <Stack align="center" gap="xs" py="xl">
      <Text fw={600}>{t(filtered ? 'deadLetters.noneFound' : 'deadLetters.empty')}</Text>
      {!filtered && <Text c="dimmed">{t('deadLetters.emptyHelp')}</Text>}
    </Stack>
  );
}
