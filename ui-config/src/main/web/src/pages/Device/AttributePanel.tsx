// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Table, Text } from '@mantine/core';
import { ErrorNote } from '../../components/ErrorNote';
import { Panel } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { useAttributes } from '../../components/useAttributes';
import { formatValue } from '../../model/telemetry';
import classes from './DevicePage.module.css';

export function AttributePanel({ deviceId }: { readonly deviceId: string }) {
  const { attributes: unsorted, error } = useAttributes(deviceId);
  const attributes = unsorted?.toSorted((a, b) => a.key.localeCompare(b.key));
  return (
    <Panel title="Attributes">
      {attributes === undefined && error === null && <Skeleton height={80} />}
      {error !== null && <ErrorNote error={error} stale={unsorted !== undefined} />}
      {attributes?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          The device has no attributes.
        </Text>
      )}
      {attributes !== undefined && attributes.length > 0 && (
        <Table
          className={classes.table ?? ''}
          verticalSpacing={7}
          horizontalSpacing="md"
          borderColor="var(--line)"
        >
          <Table.Tbody>
            {/* The same key may stand in several scopes. */}
            {attributes.map(({ key, value, lastUpdateTs }, index) => (
              <Table.Tr key={`${key} ${index}`}>
                <Table.Th scope="row">{key}</Table.Th>
                <Table.Td>{formatValue(value)}</Table.Td>
                <Table.Td className={classes.when ?? ''}>
                  <RelativeTime ts={lastUpdateTs} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}
