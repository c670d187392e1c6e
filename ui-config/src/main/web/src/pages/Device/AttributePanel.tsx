// SPDX-License-Identifier: Apache-2.0
import { Code, Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Attribute } from '../../api/types';
import { ErrorNote } from '../../components/ErrorNote';
import { Panel } from '../../components/Panel';
import { useAttributes } from '../../components/useAttributes';
import { formatValue, type LatestValue } from '../../model/telemetry';
import classes from './DevicePage.module.css';
import { ValueTable } from './ValueTable';

function valuesOf(attributes: readonly Attribute[]): readonly LatestValue[] {
  return attributes.map(({ key, value, lastUpdateTs }) => ({ key, value, ts: lastUpdateTs }));
}

export function AttributePanel({ deviceId }: { readonly deviceId: string }) {
  const { attributes: found, error } = useAttributes(deviceId);
  const attributes = useMemo(() => (found === undefined ? undefined : valuesOf(found)), [found]);
  return (
    <Panel title="Attributes">
      {attributes === undefined && error === null && <Skeleton height={80} />}
      {error !== null && <ErrorNote error={error} stale={attributes !== undefined} />}
      {attributes?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          The device has no attributes. It can publish its own to{' '}
          <Code>v1/devices/me/attributes</Code>.
        </Text>
      )}
      {attributes !== undefined && attributes.length > 0 && (
        <ValueTable
          sortName="attributes"
          values={attributes}
          keyCell={({ key }) => key}
          valueCell={({ value }) => (
            <span className={classes.long} title={formatValue(value)}>
              {formatValue(value)}
            </span>
          )}
        />
      )}
    </Panel>
  );
}
