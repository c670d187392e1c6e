// SPDX-License-Identifier: Apache-2.0
import { Table, Text } from '@mantine/core';
import { formatValue, type Point } from '../../model/telemetry';
import { exactTime } from '../../model/time';
import classes from './DevicePage.module.css';
import { MAX_TEXTS } from './loadHistory';

interface RecentTextsProps {
  /** The newest first. */
  readonly points: readonly Point[];
  readonly complete: boolean;
}

/** The values of a key that no chart can show: texts and JSON. */
export function RecentTexts({ points, complete }: RecentTextsProps) {
  return (
    <>
      <section
        className={classes.texts}
        aria-label="Values, the newest first"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls: the keyboard must reach it
        tabIndex={0}
      >
        <Table verticalSpacing={6} horizontalSpacing="md" borderColor="var(--line)">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="13.5rem">Time</Table.Th>
              <Table.Th>Value</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.map(({ ts, value }) => (
              <Table.Tr key={ts}>
                <Table.Td c="dimmed">{exactTime(ts)}</Table.Td>
                <Table.Td>{formatValue(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {!complete && (
        <Text size="xs" c="dimmed" className={classes.padded ?? ''}>
          The newest {MAX_TEXTS} values of this range; older ones are not shown.
        </Text>
      )}
    </>
  );
}
