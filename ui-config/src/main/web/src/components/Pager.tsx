// SPDX-License-Identifier: Apache-2.0
import { Group, Pagination, type MantineSpacing } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PagerProps {
  readonly pages: number;
  /** Counted from 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** What the pages are of, where a page of the UI has several lists. */
  readonly label?: string;
  readonly size?: 'xs' | 'sm';
  readonly padding?: MantineSpacing;
}

/** Leads to the pages of a list that has more than one; also back from a page that is behind the last one. */
export function Pager({ pages, page, onPage, label, size = 'sm', padding = 0 }: PagerProps) {
  const { t } = useTranslation();
  return pages <= 1 && page === 0 ? null : (
    <Group justify="flex-end" p={padding} role="group" aria-label={label ?? t('common.pages')}>
      <Pagination
        size={size}
        total={Math.max(pages, 1)}
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
