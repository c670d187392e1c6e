// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Table, Text } from '@mantine/core';
import { FreshValue } from '../../components/FreshValue';
import { Panel } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import type { LiveValues } from '../../components/useLatestValues';
import classes from './DevicePage.module.css';

interface LatestPanelProps {
  readonly live: LiveValues;
  readonly chartedKey: string | undefined;
  readonly onChart: (key: string) => void;
}

/** The latest value of every key; those that are numbers choose what the chart shows. */
export function LatestPanel({ live: { values, changed }, chartedKey, onChart }: LatestPanelProps) {
  return (
    <Panel title="Latest values">
      {values === undefined && <Skeleton height={120} />}
      {values?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          The device has not sent anything yet.
        </Text>
      )}
      {values !== undefined && values.length > 0 && (
        <Table
          className={classes.table ?? ''}
          verticalSpacing={7}
          horizontalSpacing="md"
          borderColor="var(--line)"
        >
          <Table.Tbody>
            {values.map((latest) => (
              <Table.Tr key={latest.key} data-charted={latest.key === chartedKey || undefined}>
                <Table.Th scope="row">
                  {typeof latest.value === 'number' ? (
                    <button
                      type="button"
                      className={classes.key}
                      aria-pressed={latest.key === chartedKey}
                      title={`Show the chart of ${latest.key}`}
                      onClick={() => onChart(latest.key)}
                    >
                      {latest.key}
                    </button>
                  ) : (
                    latest.key
                  )}
                </Table.Th>
                <Table.Td>
                  <FreshValue latest={latest} changed={changed.has(latest.key)} />
                </Table.Td>
                <Table.Td className={classes.when ?? ''}>
                  <RelativeTime ts={latest.ts} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}
