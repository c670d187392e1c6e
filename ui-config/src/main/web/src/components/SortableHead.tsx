// SPDX-License-Identifier: Apache-2.0
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ArrowIcon } from './icons';
import classes from './SortableHead.module.css';

interface SortableHeadProps {
  readonly name: string;
  /** The direction in which the table is sorted by this column, if it is. */
  readonly sorted: 'ascending' | 'descending' | undefined;
  readonly onSort: (descending: boolean) => void;
  readonly width?: string;
}

/** The head of a column by which a table can be sorted. */
export function SortableHead({ name, sorted, onSort, width }: SortableHeadProps) {
  const { t } = useTranslation();
  const descending = sorted === 'ascending';
  return (
    <Table.Th w={width} aria-sort={sorted ?? 'none'}>
      <button
        type="button"
        className={classes.sort}
        title={t(descending ? 'common.sortedDown' : 'common.sortedUp', { column: name })}
        onClick={() => onSort(descending)}
      >
        {name}
        {sorted !== undefined && <ArrowIcon direction={sorted === 'descending' ? 'down' : 'up'} />}
      </button>
    </Table.Th>
  );
}
