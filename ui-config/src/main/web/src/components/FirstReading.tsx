// SPDX-License-Identifier: Apache-2.0
import { Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readCredentials } from '../api/devices';
import type { DeviceCredentials } from '../api/types';
import { MQTT_PORT, publishCommand } from '../model/firstReading';
import { CopyButton } from './CopyButton';
import { ErrorNote } from './ErrorNote';

/** Tells how to send the first reading of a device. */
export function FirstReading({ deviceId }: { readonly deviceId: string }) {
  const { data: credentials, error } = useQuery({
    queryKey: ['credentials', deviceId],
    queryFn: ({ signal }) => readCredentials(deviceId, signal),
  });
  if (credentials !== undefined) {
    return <Instructions credentials={credentials} />;
  }
  return error === null ? <Skeleton height={96} /> : <ErrorNote error={error} />;
}

function Instructions({ credentials }: { readonly credentials: DeviceCredentials }) {
  const { credentialsType, credentialsId } = credentials;
  if (credentialsType !== 'ACCESS_TOKEN') {
    return (
      <Text size="sm">
        Publish JSON over MQTT (port {MQTT_PORT}) to <Code>v1/devices/me/telemetry</Code>. This
        device signs in with credentials of the type <Code>{credentialsType}</Code>.
      </Text>
    );
  }
  const host = window.location.hostname;
  const command = publishCommand({ host, port: MQTT_PORT }, credentialsId);
  return (
    <Stack gap="xs">
      <Text size="sm">
        Send a first reading over MQTT, with the access token of the device as user name and without
        a password. It appears here by itself.
      </Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Server
        </Text>
        <Code>{`${host}:${MQTT_PORT}`}</Code>
        <Text size="sm" c="dimmed" ml="sm">
          Access token
        </Text>
        <Code>{credentialsId}</Code>
        <CopyButton text={credentialsId} what="access token" />
      </Group>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Code block flex="0 1 auto" miw={0}>
          {command}
        </Code>
        <CopyButton text={command} what="command" />
      </Group>
    </Stack>
  );
}
