// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Text } from '@mantine/core';
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
}

const NOT_FOUND = 404;

/** Begins a watch of a rule node, a rule chain or a device; shows how long it lasts, and ends it. */
export function WatchControl({ entityType, id }: WatchControlProps) {
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
  return (
    <Group gap={6} wrap="nowrap">
      {watch !== undefined && (
        <Text size="sm" component="span" style={{ whiteSpace: 'nowrap' }}>
          {t('watches.left', { time: timeLeft(watch, now) })}
        </Text>
      )}
      <Button
        variant={watch === undefined ? 'default' : 'light'}
        size="compact-sm"
        leftSection={<EyeIcon />}
        loading={change.isPending}
        title={t(watch === undefined ? `watches.help.${entityType}` : 'watches.endHelp')}
        aria-label={t(
          watch === undefined ? `watches.begin.${entityType}` : `watches.end.${entityType}`,
        )}
        onClick={() => change.mutate(watch === undefined)}
      >
        {t(watch === undefined ? 'watches.watch' : 'watches.stop')}
      </Button>
      {change.error !== null && (
        <Text size="sm" c="var(--error-text)" role="alert">
          {change.error.message}
        </Text>
      )}
    </Group>
  );
}
