// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listQueueStates } from '../../api/messages';
import { ErrorNote } from '../../components/ErrorNote';
import { Pager } from '../../components/Pager';
import { QueueTable } from './QueueTable';
import { UnansweredNote } from './UnansweredNote';
import { useMessagesAddress } from './useMessagesAddress';

const REFRESH_MS = 2_000;
const PAGE_SIZE = 50;

/** The queues with what waits in them, and by which policies they run. */
export function QueuesView({ seesAll }: { readonly seesAll: boolean }) {
  const { t } = useTranslation();
  const { page, show } = useMessagesAddress(seesAll);
  const { data: states, error } = useQuery({
    queryKey: ['queueStates', page],
    queryFn: ({ signal }) => listQueueStates({ pageSize: PAGE_SIZE, page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  if (states === undefined) {
    return error === null ? <Skeleton height={280} /> : <ErrorNote error={error} />;
  }
  return (
    <Stack gap="md">
      {error !== null && <ErrorNote error={error} />}
      <UnansweredNote instances={states.unanswered} />
      <Text size="sm" c="dimmed">
        {t(seesAll ? 'messages.queues.captionAll' : 'messages.queues.caption')}
      </Text>
      <QueueTable queues={states.data} />
      <Pager pages={states.totalPages} page={page} onPage={(number) => show({ page: number })} />
    </Stack>
  );
}
