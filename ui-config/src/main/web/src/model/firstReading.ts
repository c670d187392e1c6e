// SPDX-License-Identifier: Apache-2.0

export interface MqttAddress {
  readonly host: string;
  readonly port: number;
}

/** The default port of the MQTT server. */
export const MQTT_PORT = 1883;

/** A command for a POSIX shell that publishes one reading with QoS 1. */
export function publishCommand({ host, port }: MqttAddress, accessToken: string): string {
  return [
    `mosquitto_pub -q 1 -h ${quoted(host)} -p ${port}`,
    `-t v1/devices/me/telemetry`,
    `-u ${quoted(accessToken)}`,
    `-m '{"temperature": 22.5}'`,
  ].join(' \\\n  ');
}

function quoted(text: string): string {
  return /^[\w.:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
