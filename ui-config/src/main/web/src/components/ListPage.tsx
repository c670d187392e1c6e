// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../api/types';
import { ErrorNote } from './ErrorNote';
import { PageTitle } from './PageTitle';
import { Pager } from './Pager';

interface ListPageProps<T> {
  readonly title: string;
  /** What stands beside the title, such as a mark. */
  readonly aside?: ReactNode;
  /** How many entries there are, in words. */
  readonly count: (total: number) => string;
  /** The search, filters and buttons. */
  readonly controls: ReactNode;
  /** What stands between the head and the list. */
  readonly note?: ReactNode;
  /** Undefined until it is read. */
  readonly list: Page<T> | undefined;
  readonly error: Error | null;
  /** Counted from 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** What stands in place of a list without entries. */
  readonly empty: ReactNode;
  readonly children: (entries: readonly T[]) => ReactNode;
}

/** A page of the UI that is one list, read from the server page by page. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { title, aside, count, controls, note, list, error, page, onPage } = props;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <PageTitle title={title} />
          {list !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {count(list.totalElements)}
            </Text>
          )}
          {aside}
        </Group>
        <Group gap="xs">{controls}</Group>
      </Group>
      {note}
      {error !== null && <ErrorNote error={error} stale={list !== undefined} />}
      {list === undefined ? (
        error === null && <Skeleton height={280} />
      ) : (
        <Entries {...props} list={list} />
      )}
      <Pager pages={list?.totalPages ?? 0} page={page} onPage={onPage} />
    </Stack>
  );
}

interface EntriesProps<T> extends Pick<ListPageProps<T>, 'empty' | 'children' | 'onPage'> {
  readonly list: Page<T>;
}

function Entries<T>({ list, empty, children, onPage }: EntriesProps<T>) {
  const { t } = useTranslation();
  if (list.data.length > 0) {
    return children(list.data);
  }
  return list.totalElements === 0 ? (
    empty
  ) : (
    <NoEntries
      text={t('common.emptyPage')}
      action={t('common.firstPage')}
      onAction={() => onPage(0)}
    />
  );
}

interface NoEntriesProps {
  readonly text: string;
  /** The button that leads to entries, if one does. */
  readonly action?: string;
  readonly onAction?: () => void;
}

/** Why there is nothing to show. */
export function NoEntries({ text, action, onAction }: NoEntriesProps) {
  return (
    <Stack align="center" gap="sm" py="xl">
      <Text c="dimmed" ta="center" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {action !== undefined && (
        <Button variant="default" onClick={onAction}>
          {action}
        </Button>
      )}
    </Stack>
  );
}
