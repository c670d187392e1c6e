// SPDX-License-Identifier: Apache-2.0
import { Group, Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface DevicePagerProps {
  readonly pages: number;
  /** Counted from 0. */
  readonly page: number;
  readonly label: string;
  readonly onPage: (page: number) => void;
}

/** Leads to the pages of a list in a panel; also back from a page that is behind the last one. */
export function DevicePager({ pages, page, label, onPage }: DevicePagerProps) {
  const { t } = useTranslation();
  const total = Math.max(pages, page === 0 ? 0 : 1);
  return total <= 1 && page === 0 ? null : (
    <Group justify="flex-end" p="xs" role="group" aria-label={label}>
      <Pagination
        size="sm"
        total={total}
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
