// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readAttributes } from '../../api/telemetry';
import { ErrorNote } from '../../components/ErrorNote';
import { Panel } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { formatValue } from '../../model/telemetry';
import classes from './DevicePage.module.css';

const REFRESH_MS = 10_000;

export function AttributePanel({ deviceId }: { readonly deviceId: string }) {
  const { data, error } = useQuery({
    queryKey: ['attributes', deviceId],
    queryFn: ({ signal }) => readAttributes(deviceId, signal),
    refetchInterval: REFRESH_MS,
  });
  const attributes = data?.toSorted((a, b) => a.key.localeCompare(b.key));
  return (
    <Panel title="Attributes">
      {attributes === undefined && error === null && <Skeleton height={80} />}
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
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
