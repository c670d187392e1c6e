// SPDX-License-Identifier: Apache-2.0
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QueueState } from '../../api/messages';
import { ageOf } from '../../model/age';
import classes from './Messages.module.css';
import { processingText, submitText } from './policyText';
import { useNumber } from './useNumber';

/** One row for each queue. The column of unread messages stands only where there is a log. */
export function QueueTable({ queues }: { readonly queues: readonly QueueState[] }) {
  const { t } = useTranslation();
  const hasLog = queues.some(({ unread }) => unread !== null);
  return (
    <div className={classes.frame}>
      <Table.ScrollContainer
        minWidth="66rem"
        type="native"
        tabIndex={0}
        role="group"
        aria-label={t('messages.tabs.queues')}
      >
        <Table
          aria-label={t('messages.tabs.queues')}
          verticalSpacing={9}
          horizontalSpacing="sm"
          borderColor="var(--line)"
          highlightOnHover
          highlightOnHoverColor="var(--page)"
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('messages.queues.queue')}</Table.Th>
              <Table.Th ta="right">{t('messages.queues.waiting')}</Table.Th>
              <Table.Th ta="right" title={t('messages.queues.oldestHelp')}>
                {t('messages.queues.oldest')}
              </Table.Th>
              <Table.Th ta="right">{t('messages.queues.processing')}</Table.Th>
              <Table.Th ta="right">{t('messages.queues.retrying')}</Table.Th>
              {hasLog && <Table.Th ta="right">{t('messages.queues.unread')}</Table.Th>}
              <Table.Th ta="right">{t('messages.queues.partitions')}</Table.Th>
              <Table.Th>{t('messages.queues.order')}</Table.Th>
              <Table.Th>{t('messages.queues.failures')}</Table.Th>
              <Table.Th ta="right">{t('messages.queues.deadline')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map((queue) => (
              <QueueRow
                key={`${queue.tenantId?.id ?? ''} ${queue.name}`}
                queue={queue}
                hasLog={hasLog}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

interface QueueRowProps {
  readonly queue: QueueState;
  readonly hasLog: boolean;
}

function QueueRow({ queue, hasLog }: QueueRowProps) {
  const { t } = useTranslation();
  const format = useNumber();
  const { name, tenantId, waiting, processing, retrying, unread, partitions } = queue;
  const time = (millis: number) => {
    const { unit, value } = ageOf(millis);
    return t(`messages.age.${unit}`, { value: format(value) });
  };
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600} className={classes.name ?? ''}>
        {name}
        {tenantId !== null && (
          <Text size="xs" c="dimmed">
            {t('messages.queues.ofTenant', { tenant: tenantId.id })}
          </Text>
        )}
      </Table.Th>
      <Table.Td ta="right">{format(waiting)}</Table.Td>
      <Table.Td ta="right">
        {waiting === 0 ? t('messages.queues.none') : time(queue.oldestWaitingMillis)}
      </Table.Td>
      <Table.Td ta="right">{format(processing)}</Table.Td>
      <Table.Td ta="right">{format(retrying)}</Table.Td>
      {hasLog && (
        <Table.Td ta="right">
          {unread === null ? t('messages.queues.unknown') : format(unread)}
        </Table.Td>
      )}
      <Table.Td ta="right">{format(partitions)}</Table.Td>
      <Table.Td>{submitText(t, queue.submitStrategy)}</Table.Td>
      <Table.Td>{processingText(t, queue.processingStrategy)}</Table.Td>
      <Table.Td ta="right">{time(queue.packProcessingTimeout)}</Table.Td>
    </Table.Tr>
  );
}
