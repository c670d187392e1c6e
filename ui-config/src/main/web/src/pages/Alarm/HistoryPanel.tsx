// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Pagination, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addComment, listComments } from '../../api/alarms';
import { ErrorNote } from '../../components/ErrorNote';
import { Panel } from '../../components/Panel';
import classes from './AlarmPage.module.css';
import { CommentEntry } from './CommentEntry';

const REFRESH_MS = 3_000;
const LONGEST = 5_000;

/** What has happened to an alarm and what users have written about it, the latest first. */
export function HistoryPanel({ alarmId }: { readonly alarmId: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: ['alarms', 'comments', alarmId, page],
    queryFn: ({ signal }) => listComments(alarmId, page - 1, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel title={t('alarms.history')}>
      <CommentForm alarmId={alarmId} />
      {data === undefined && error === null && <Skeleton height={80} />}
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          {t('alarms.noHistory')}
        </Text>
      )}
      {data !== undefined && data.data.length > 0 && (
        <ol className={classes.history} aria-label={t('alarms.history')}>
          {data.data.map((comment) => (
            <CommentEntry key={comment.id.id} comment={comment} />
          ))}
        </ol>
      )}
      {data !== undefined && data.totalPages > 1 && (
        <Group justify="flex-end" p="xs">
          <Pagination
            size="sm"
            total={data.totalPages}
            value={page}
            onChange={setPage}
            getItemProps={(number) => ({ 'aria-label': t('common.page', { number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'next' ? 'common.nextPage' : 'common.previousPage'),
            })}
          />
        </Group>
      )}
    </Panel>
  );
}

function CommentForm({ alarmId }: { readonly alarmId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => addComment(alarmId, text.trim()),
    onSuccess: () => {
      setText('');
      return queries.invalidateQueries({ queryKey: ['alarms', 'comments', alarmId] });
    },
  });
  return (
    <form
      className={classes.padded}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={t('alarms.comment')}
          placeholder={t('alarms.commentPlaceholder')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={LONGEST}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={text.trim() === ''} loading={isPending}>
            {t('alarms.addComment')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
