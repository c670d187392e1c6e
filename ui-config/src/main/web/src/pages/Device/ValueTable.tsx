// SPDX-License-Identifier: Apache-2.0
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../components/RelativeTime';
import { SortableHead } from '../../components/SortableHead';
import { useAddress } from '../../components/useAddress';
import { usePages } from '../../components/usePages';
import { nameParam } from '../../model/address';
import { compareNames, compareValues, type LatestValue } from '../../model/telemetry';
import classes from './DevicePage.module.css';

const COLUMNS = ['key', 'value', 'time'] as const;
type Column = (typeof COLUMNS)[number];

/** More rows than this are divided into pages. */
const PAGE_SIZE = 50;

const TITLES = { key: 'device.key', value: 'device.value', time: 'device.updated' } as const;

const COMPARE: Readonly<Record<Column, (a: LatestValue, b: LatestValue) => number>> = {
  key: (a, b) => compareNames(a.key, b.key),
  value: (a, b) => compareValues(a.value, b.value),
  time: (a, b) => a.ts - b.ts,
};

interface ValueTableProps {
  /** The part of the address that has the order of the rows. */
  readonly sortName: string;
  readonly values: readonly LatestValue[];
  /** The keys of the rows that are marked. */
  readonly marked?: ReadonlySet<string> | undefined;
  readonly keyCell: (value: LatestValue) => ReactNode;
  readonly valueCell: (value: LatestValue) => ReactNode;
}

/** Keys with their values, in the order that the address names. */
export function ValueTable({ sortName, values, marked, keyCell, valueCell }: ValueTableProps) {
  const { t } = useTranslation();
  const [params, changeAddress] = useAddress();
  const sort = params.get(sortName) ?? '';
  const descending = sort.startsWith('-');
  const column = COLUMNS.find((each) => each === sort.replace(/^-/, '')) ?? 'key';
  const sorted = values.toSorted((a, b) =>
    descending ? COMPARE[column](b, a) : COMPARE[column](a, b),
  );
  const { shown, control } = usePages(sorted, PAGE_SIZE);
  const sortBy = (by: Column, down: boolean) =>
    changeAddress((present) => nameParam(present, sortName, `${down ? '-' : ''}${by}`));
  const direction = descending ? 'descending' : 'ascending';
  return (
    <>
      <Table
        className={classes.table ?? ''}
        verticalSpacing={7}
        horizontalSpacing="md"
        borderColor="var(--line)"
      >
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((each) => (
              <SortableHead
                key={each}
                name={t(TITLES[each])}
                sorted={each === column ? direction : undefined}
                onSort={(down) => sortBy(each, down)}
                {...WIDTHS[each]}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((value) => (
            <Table.Tr key={value.key} data-charted={marked?.has(value.key) === true || undefined}>
              <Table.Th scope="row">{keyCell(value)}</Table.Th>
              <Table.Td>{valueCell(value)}</Table.Td>
              <Table.Td className={classes.when ?? ''}>
                <RelativeTime ts={value.ts} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {control}
    </>
  );
}

const WIDTHS: Readonly<Record<Column, { readonly width?: string }>> = {
  key: { width: '42%' },
  value: {},
  time: { width: '6rem' },
};
