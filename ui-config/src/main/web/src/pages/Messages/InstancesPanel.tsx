// SPDX-License-Identifier: Apache-2.0
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LedgerInstanceTotal } from '../../api/schemas';
import { Panel } from '../../components/Panel';
import { sum } from '../../model/ledger';
import { exactTime } from '../../model/time';
import classes from './Messages.module.css';
import { useNumber } from './useNumber';

interface InstancesPanelProps {
  readonly instances: readonly LedgerInstanceTotal[];
}

/** What each instance of the cluster has counted. */
export function InstancesPanel({ instances }: InstancesPanelProps) {
  const { t } = useTranslation();
  const format = useNumber();
  return (
    <Panel title={t('messages.ledger.instances')}>
      <Table.ScrollContainer
        minWidth="34rem"
        type="native"
        tabIndex={0}
        role="group"
        aria-label={t('messages.ledger.instances')}
      >
        <Table
          aria-label={t('messages.ledger.instances')}
          horizontalSpacing="md"
          borderColor="var(--line)"
          className={classes.inPanel ?? ''}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('messages.ledger.instance')}</Table.Th>
              <Table.Th>{t('messages.ledger.sinceHead')}</Table.Th>
              <Table.Th ta="right">{t('messages.ledger.takenIn')}</Table.Th>
              <Table.Th ta="right">{t('messages.ledger.ended')}</Table.Th>
              <Table.Th ta="right">{t('messages.ledger.inFlight')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {instances.map(({ instance, since, messages }) => (
              <Table.Tr key={instance}>
                <Table.Th scope="row" fw={400} className={classes.name ?? ''}>
                  {instance}
                </Table.Th>
                <Table.Td c="dimmed">{exactTime(since).slice(0, 19)}</Table.Td>
                <Table.Td ta="right">{format(sum(messages.takenIn))}</Table.Td>
                <Table.Td ta="right">{format(sum(messages.ended))}</Table.Td>
                <Table.Td ta="right">{format(sum(messages.inFlight))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
