// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/http';
import { beginWatch, endWatch, type WatchedType } from '../../api/watches';
import { timeLeft, watchOf } from '../../model/watch';
import { useNow } from '../useNow';
import { EyeIcon } from './EyeIcon';
import { useWatches, WATCHES_KEY } from './useWatches';

interface WatchControlProps {
  readonly entityType: WatchedType;
  readonly id: string;
  /** Whether it shows an icon in place of words, for toolbars. */
  readonly compact?: boolean;
}

const NOT_FOUND = 404;

/** Begins a watch of a rule node, a rule chain or a device; shows how long it lasts, and ends it. */
export function WatchControl({ entityType, id, compact = false }: WatchControlProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const now = useNow();
  const watch = watchOf(useWatches(), id, now);
  const change = useMutation({
    mutationFn: async (begins: boolean) => {
      if (begins) {
        await beginWatch(entityType, id);
        return;
      }
      try {
        await endWatch(entityType, id);
      } catch (e) {
        // It has ended meanwhile.
        if (!(e instanceof ApiError && e.status === NOT_FOUND)) {
          throw e;
        }
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: WATCHES_KEY }),
  });
  const isWatched = watch !== undefined;
  const action = t(isWatched ? `watches.end.${entityType}` : `watches.begin.${entityType}`);
  const help = t(isWatched ? 'watches.endHelp' : `watches.help.${entityType}`);
  const button = {
    loading: change.isPending,
    'aria-label': action,
    onClick: () => change.mutate(!isWatched),
  };
  return (
    <Group gap={6} wrap="nowrap">
      {isWatched && <TimeLeft time={timeLeft(watch, now)} compact={compact} />}
      {compact ? (
        <ActionIcon
          {...button}
          variant={isWatched ? 'light' : 'subtle'}
          color={isWatched ? '' : 'gray'}
          c={isWatched ? '' : 'var(--mantine-color-text)'}
          size={30}
          title={`${action}. ${help}`}
        >
          <EyeIcon />
        </ActionIcon>
      ) : (
        <Button
          {...button}
          variant={isWatched ? 'light' : 'default'}
          size="compact-sm"
          leftSection={<EyeIcon />}
          title={help}
        >
          {t(isWatched ? 'watches.stop' : 'watches.watch')}
        </Button>
      )}
      {change.error !== null && (
        <Text size="sm" c="var(--error-text)" role="alert">
          {change.error.message}
        </Text>
      )}
    </Group>
  );
}

function TimeLeft({ time, compact }: { readonly time: string; readonly compact: boolean }) {
  const { t } = useTranslation();
  const text = t('watches.left', { time });
  return (
    <Text size="sm" component="span" title={text} style={{ whiteSpace: 'nowrap' }}>
      {compact ? (
        <>
          <VisuallyHidden>{text}</VisuallyHidden>
          <span aria-hidden>{time}</span>
        </>
      ) : (
        text
      )}
    </Text>
  );
}
