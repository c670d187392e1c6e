// SPDX-License-Identifier: Apache-2.0
import { Group, Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PagerProps {
  readonly pages: number;
  /** Counted from 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Leads to the pages of a list that has more than one. */
export function Pager({ pages, page, onPage }: PagerProps) {
  const { t } = useTranslation();
  return pages <= 1 ? null : (
    <Group justify="flex-end" role="group" aria-label={t('messages.pages')}>
      <Pagination
        size="sm"
        total={pages}
        value={page + 1}
        onChange={(number) => onPage(number - 1)}
        getItemProps={(number) => ({ 'aria-label': t('common.page', { number }) })}
        getControlProps={(control) => ({
          'aria-label': t(control === 'next' ? 'common.nextPage' : 'common.previousPage'),
        })}
      />
    </Group>
  );
}
