// SPDX-License-Identifier: Apache-2.0
import { Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readConnectivity, readCredentials, type Connectivity } from '../api/devices';
import type { DeviceCredentials } from '../api/types';
import { readableCommand } from '../model/firstReading';
import { CopyButton } from './CopyButton';
import { ErrorNote } from './ErrorNote';

/** Tells how to send the first reading of a device. */
export function FirstReading({ deviceId }: { readonly deviceId: string }) {
  const credentials = useQuery({
    queryKey: ['credentials', deviceId],
    queryFn: ({ signal }) => readCredentials(deviceId, signal),
  });
  const connectivity = useQuery({
    queryKey: ['connectivity', deviceId],
    queryFn: ({ signal }) => readConnectivity(deviceId, signal),
  });
  if (credentials.data !== undefined && connectivity.data !== undefined) {
    return <Instructions credentials={credentials.data} connectivity={connectivity.data} />;
  }
  const error = credentials.error ?? connectivity.error;
  return error === null ? <Skeleton height={96} /> : <ErrorNote error={error} />;
}

interface InstructionsProps {
  readonly credentials: DeviceCredentials;
  readonly connectivity: Connectivity;
}

function Instructions({ credentials, connectivity }: InstructionsProps) {
  const { t } = useTranslation();
  const { credentialsType, credentialsId } = credentials;
  const { mqtt, addresses } = connectivity;
  const hasToken = credentialsType === 'ACCESS_TOKEN';
  const overTls = typeof mqtt?.mqtts === 'string' ? [mqtt.mqtts] : (mqtt?.mqtts ?? []);
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t(hasToken ? 'devices.first.withToken' : 'devices.first.withCredentials')}
      </Text>
      <Group gap="xs">
        {addresses.mqtt !== undefined && <Address name="MQTT" address={addresses.mqtt} />}
        {addresses.mqtts !== undefined && (
          <Address name={t('devices.first.withTls')} address={addresses.mqtts} />
        )}
        {hasToken && (
          <>
            <Text size="sm" c="dimmed">
              {t('devices.accessToken')}
            </Text>
            <Code>{credentialsId}</Code>
            <CopyButton text={credentialsId} what={t('devices.first.token')} />
          </>
        )}
      </Group>
      {mqtt?.mqtt !== undefined && <Command text={mqtt.mqtt} />}
      {overTls.length > 0 && (
        <>
          <Text size="sm">{t('devices.first.overTls')}</Text>
          <Command text={overTls.join('\n')} />
        </>
      )}
    </Stack>
  );
}

function Address({ name, address }: { readonly name: string; readonly address: string }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Code mr="sm">{address}</Code>
    </>
  );
}

function Command({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Code block flex="0 1 auto" miw={0}>
        {readableCommand(text)}
      </Code>
      <CopyButton text={text} what={t('devices.command')} />
    </Group>
  );
}
