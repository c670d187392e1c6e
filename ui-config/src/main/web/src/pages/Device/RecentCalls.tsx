// SPDX-License-Identifier: Apache-2.0
import { Button, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { durationText } from '../../model/duration';
import type { RpcCall, RpcDraft } from '../../model/rpc';
import { exactTime } from '../../model/time';
import classes from './DevicePage.module.css';

interface RecentCallsProps {
  readonly calls: readonly RpcCall[];
  readonly isSending: boolean;
  readonly onSend: (draft: RpcDraft) => void;
}

/** The latest calls of this tab, each of which can be sent again. */
export function RecentCalls({ calls, isSending, onSend }: RecentCallsProps) {
  const { t } = useTranslation();
  if (calls.length === 0) {
    return null;
  }
  return (
    <div>
      <Text size="sm" fw={600} component="h3" m={0}>
        {t('rpc.recent')}
      </Text>
      <Table verticalSpacing={5} borderColor="var(--line)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('rpc.time')}</Table.Th>
            <Table.Th>{t('rpc.method')}</Table.Th>
            <Table.Th>{t('rpc.outcome')}</Table.Th>
            <Table.Th>{t('rpc.repeat')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map(({ draft, ts, millis, end }) => (
            <Table.Tr key={ts}>
              <Table.Td>{exactTime(ts).slice(11, 19)}</Table.Td>
              <Table.Td className={classes.title ?? ''}>
                {draft.method}
                <Text size="xs" c="dimmed" lineClamp={1}>
                  {draft.params}
                </Text>
              </Table.Td>
              <Table.Td>
                {t('rpc.after', {
                  text: t(`rpc.shortEnds.${end}`),
                  duration: durationText(millis * 1_000),
                })}
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isSending}
                  aria-label={t('rpc.sendAgainOf', {
                    method: draft.method,
                    time: exactTime(ts).slice(11, 19),
                  })}
                  onClick={() => onSend(draft)}
                >
                  {t('rpc.sendAgain')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
