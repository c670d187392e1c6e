// SPDX-License-Identifier: Apache-2.0
import { Group, Pagination } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Paged<T> {
  /** The items of the page that is shown. */
  readonly shown: readonly T[];
  /** Chooses the page; null if there is only one. */
  readonly control: ReactNode;
}

/** Divides a list that is here as a whole into pages. */
export function usePages<T>(items: readonly T[], size: number): Paged<T> {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(1);
  const total = Math.max(1, Math.ceil(items.length / size));
  // The list may have become shorter.
  const page = Math.min(wanted, total);
  return {
    shown: items.slice((page - 1) * size, page * size),
    control:
      total === 1 ? null : (
        <Group justify="flex-end" p="xs">
          <Pagination
            size="sm"
            total={total}
            value={page}
            onChange={setWanted}
            getItemProps={(number) => ({ 'aria-label': t('common.page', { number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'next' ? 'common.nextPage' : 'common.previousPage'),
            })}
          />
        </Group>
      ),
  };
}
