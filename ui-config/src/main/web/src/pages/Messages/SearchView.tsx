// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { searchMessages } from '../../api/paths';
import { ErrorNote } from '../../components/ErrorNote';
import { isFiltered, isReversed } from '../../model/filter';
import { exactTime } from '../../model/time';
import { FoundTable } from './FoundTable';
import { MessageFilters } from './MessageFilters';
import { UnansweredNote } from './UnansweredNote';
import { isNoId, useSearchAddress } from './useSearchAddress';

const PAGE_SIZE = 50;
const REFRESH_MS = 5_000;

/** Searches the messages that are kept, and those that the instances remember, the latest first. */
export function SearchView() {
  const { t } = useTranslation();
  const { filter, showFilter } = useSearchAddress();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['messages', 'search', filter],
    queryFn: ({ pageParam, signal }) =>
      searchMessages(filter, { limit: PAGE_SIZE, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ hasNext, data: found }) => (hasNext ? found.at(-1)?.endedTs : undefined),
    enabled: !isReversed(filter) && !isNoId(filter),
    // Older pages that are being read stay where they are.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : REFRESH_MS),
  });
  const first = data?.pages[0];
  const found = data?.pages.flatMap((page) => page.data);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('messageSearch.caption')}
      </Text>
      <MessageFilters filter={filter} onFilter={showFilter} />
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      <UnansweredNote instances={first?.unanswered} />
      {first !== undefined && first.notKept.count > 0 && (
        <Alert color="yellow" variant="light" py="xs" role="status">
          {t('messageSearch.notKept', {
            count: first.notKept.count,
            time: exactTime(first.notKept.since),
          })}
        </Alert>
      )}
      {found === undefined && error === null && <Skeleton height={280} />}
      {found?.length === 0 && (
        <Text>{t(isFiltered(filter) ? 'messageSearch.noMatch' : 'messageSearch.empty')}</Text>
      )}
      {found !== undefined && found.length > 0 && <FoundTable found={found} />}
      {hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('messageSearch.more')}
        </Button>
      )}
    </Stack>
  );
}
