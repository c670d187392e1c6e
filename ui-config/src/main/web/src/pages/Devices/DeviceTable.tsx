// SPDX-License-Identifier: Apache-2.0
import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SortProperty } from '../../api/devices';
import type { DeviceInfo } from '../../api/types';
import { DeviceState } from '../../components/device/DeviceState';
import { useDeviceState } from '../../components/device/useDeviceState';
import { FirstReading } from '../../components/FirstReading';
import { FreshValue } from '../../components/FreshValue';
import { SortableHead } from '../../components/SortableHead';
import { useLatestValues, type LiveValues } from '../../components/useLatestValues';
import { newestTs } from '../../model/telemetry';
import classes from './DeviceTable.module.css';
import { useDeviceList } from './useDeviceList';

/** More values than this are for the device's own page. */
const MAX_VALUES = 6;

export function DeviceTable({ devices }: { readonly devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <Table.ScrollContainer minWidth="var(--least-width)" type="native">
        <Table
          verticalSpacing={9}
          horizontalSpacing="md"
          borderColor="var(--line)"
          layout="fixed"
          highlightOnHover
          highlightOnHoverColor="var(--page)"
        >
          <Table.Thead>
            <Table.Tr>
              <SortHead property="name" name={t('common.name')} width="26%" />
              <SortHead property="type" name={t('devices.profile')} width="14%" />
              <Table.Th>{t('devices.latestValues')}</Table.Th>
              <Table.Th w="9rem">{t('devices.state')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {devices.map((device) => (
              <DeviceRow key={device.id.id} device={device} alone={devices.length === 1} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

function SortHead(props: {
  readonly property: SortProperty;
  readonly name: string;
  readonly width: string;
}) {
  const { property, ...head } = props;
  const { sortProperty, descending, show } = useDeviceList();
  const direction = descending ? 'descending' : 'ascending';
  return (
    <SortableHead
      {...head}
      sorted={sortProperty === property ? direction : undefined}
      onSort={(down) => show({ sortProperty: property, descending: down, page: 0 })}
    />
  );
}

interface DeviceRowProps {
  readonly device: DeviceInfo;
  readonly alone: boolean;
}

function DeviceRow({ device, alone }: DeviceRowProps) {
  const { t } = useTranslation();
  const { name, type, label, id } = device;
  const live = useLatestValues(id.id);
  const state = useDeviceState(id.id);
  const [explained, setExplained] = useState(alone);
  const silent = live.values?.length === 0;
  const lastReading = newestTs(live.values ?? []);
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" fw={400} className={classes.text ?? ''}>
          <Anchor component={Link} to={`/devices/${id.id}`} size="sm" fw={600} title={name}>
            <span className={classes.clamped}>{name}</span>
          </Anchor>
          {label !== null && label !== '' && (
            <Text size="xs" c="dimmed" lineClamp={2} title={label}>
              {label}
            </Text>
          )}
        </Table.Th>
        <Table.Td className={classes.text ?? ''}>
          <span className={classes.clamped} title={type}>
            {type}
          </span>
        </Table.Td>
        <Table.Td>
          {silent ? (
            <Group gap="xs" c="dimmed">
              {t('devices.noReadings')}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-expanded={explained}
                onClick={() => setExplained(!explained)}
              >
                {t(explained ? 'devices.hideHow' : 'devices.showHow')}
              </Button>
            </Group>
          ) : (
            <Values live={live} />
          )}
        </Table.Td>
        <Table.Td>
          <DeviceState active={state?.active ?? device.active} last={state?.last ?? lastReading} />
        </Table.Td>
      </Table.Tr>
      {silent && explained && (
        <Table.Tr className={classes.explanation ?? ''}>
          <Table.Td colSpan={4} px="md" pb="md">
            <FirstReading deviceId={id.id} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Values({ live: { values, changed, error } }: { readonly live: LiveValues }) {
  const { t } = useTranslation();
  if (values === undefined) {
    return error === null ? null : (
      <Text size="sm" c="red">
        {error.message}
      </Text>
    );
  }
  const more = values.length - MAX_VALUES;
  return (
    <ul className={classes.values}>
      {values.slice(0, MAX_VALUES).map((latest) => (
        <li key={latest.key}>
          <span className={classes.key}>{latest.key}</span>{' '}
          <FreshValue latest={latest} changed={changed.has(latest.key)} />
        </li>
      ))}
      {more > 0 && <li className={classes.key}>{t('devices.more', { count: more })}</li>}
    </ul>
  );
}
