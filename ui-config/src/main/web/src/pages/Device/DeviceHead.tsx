// SPDX-License-Identifier: Apache-2.0
import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '../../api/types';
import { DeviceState } from '../../components/device/DeviceState';
import { useDeviceState } from '../../components/device/useDeviceState';
import { LiveMark } from '../../components/LiveMark';
import { PageTitle } from '../../components/PageTitle';
import { useIsTenantAdmin } from '../../components/useAuthority';
import { descriptionOf } from '../../model/deviceForm';
import { CredentialsDialog } from './CredentialsDialog';
import { DeleteDeviceDialog } from './DeleteDeviceDialog';
import classes from './DevicePage.module.css';
import { EditDeviceDialog } from './EditDeviceDialog';

interface DeviceHeadProps {
  readonly device: Device;
  /** Whether its deletion has begun. */
  readonly isDeleted: boolean;
}

/** What a device is, whether it is online, and what its administrator can do with it. */
export function DeviceHead({ device, isDeleted }: DeviceHeadProps) {
  const { t } = useTranslation();
  const isAdmin = useIsTenantAdmin();
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'credentials'>();
  const close = () => setDialog(undefined);
  const description = descriptionOf(device);
  return (
    <>
      <Group gap="sm">
        <div className={classes.title}>
          <PageTitle title={device.name} />
        </div>
        <Badge
          variant="light"
          tt="none"
          title={t('device.profile', { profile: device.type })}
          maw="100%"
        >
          {device.type}
        </Badge>
        {device.label !== null && (
          <Text c="dimmed" className={classes.title ?? ''}>
            {device.label}
          </Text>
        )}
        {!isDeleted && <CurrentState deviceId={device.id.id} />}
        <LiveMark />
        {isAdmin && (
          <Group gap="xs" ml="auto">
            <Button size="xs" variant="default" onClick={() => setDialog('credentials')}>
              {t('device.credentials.open')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
              {t('device.edit')}
            </Button>
            <Button
              size="xs"
              variant="default"
              c="var(--mantine-color-error)"
              onClick={() => setDialog('delete')}
            >
              {t('common.delete')}
            </Button>
          </Group>
        )}
      </Group>
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed" className={classes.description ?? ''}>
          {description}
        </Text>
        <Code title={t('device.id')}>{device.id.id}</Code>
      </Group>
      {dialog === 'edit' && <EditDeviceDialog device={device} onClose={close} />}
      {dialog === 'delete' && <DeleteDeviceDialog device={device} onClose={close} />}
      {dialog === 'credentials' && <CredentialsDialog deviceId={device.id.id} onClose={close} />}
    </>
  );
}

function CurrentState({ deviceId }: { readonly deviceId: string }) {
  const state = useDeviceState(deviceId);
  return state !== undefined && <DeviceState {...state} />;
}
