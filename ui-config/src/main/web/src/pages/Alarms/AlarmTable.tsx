// SPDX-License-Identifier: Apache-2.0
import { Anchor, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Alarm, SortProperty } from '../../api/alarms';
import { OriginatorName } from '../../components/alarm/OriginatorName';
import { SeverityBadge } from '../../components/alarm/SeverityBadge';
import { SortableHead } from '../../components/SortableHead';
import { exactTime } from '../../model/time';
import classes from './Alarms.module.css';
import { useAlarmAddress } from './useAlarmAddress';

export function AlarmTable({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <Table.ScrollContainer minWidth="var(--least-width)" type="native">
        <Table
          verticalSpacing={9}
          horizontalSpacing="sm"
          borderColor="var(--line)"
          layout="fixed"
          highlightOnHover
          highlightOnHoverColor="var(--page)"
        >
          <Table.Thead>
            <Table.Tr>
              <SortHead property="type" name={t('alarms.column.type')} />
              <SortHead property="severity" name={t('alarms.column.severity')} width="9.5rem" />
              <SortHead property="originatorName" name={t('alarms.column.originator')} />
              <Table.Th w="13.5rem">{t('alarms.column.status')}</Table.Th>
              <Table.Th>{t('alarms.column.assignee')}</Table.Th>
              <SortHead property="createdTime" name={t('alarms.column.time')} width="13rem" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {alarms.map((alarm) => (
              <AlarmRow key={alarm.id.id} alarm={alarm} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

function AlarmRow({ alarm }: { readonly alarm: Alarm }) {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.text ?? ''}>
        <Anchor component={Link} to={`/alarms/${alarm.id.id}`} size="sm" fw={600}>
          {alarm.type}
        </Anchor>
      </Table.Th>
      <Table.Td>
        <SeverityBadge severity={alarm.severity} />
      </Table.Td>
      <Table.Td className={classes.text ?? ''}>
        <OriginatorName alarm={alarm} />
      </Table.Td>
      <Table.Td>{t(`alarms.statuses.${alarm.status}`)}</Table.Td>
      <Table.Td className={classes.text ?? ''}>{alarm.assignee?.email}</Table.Td>
      <Table.Td>{exactTime(alarm.createdTime)}</Table.Td>
    </Table.Tr>
  );
}

interface SortHeadProps {
  readonly property: SortProperty;
  readonly name: string;
  readonly width?: string;
}

function SortHead({ property, ...head }: SortHeadProps) {
  const { sortProperty, descending, show } = useAlarmAddress();
  const direction = descending ? 'descending' : 'ascending';
  return (
    <SortableHead
      {...head}
      sorted={sortProperty === property ? direction : undefined}
      onSort={(down) => show({ sortProperty: property, descending: down, page: 0 })}
    />
  );
}
