// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createDeviceCommand, readableCommand } from './firstReading';

describe('readableCommand', () => {
  it('breaks the line before long options and changes nothing else', () => {
    const command =
      'mosquitto_pub -d -q 1 -h mill.example -p 1883 -t v1/devices/me/telemetry -u "A1_TOKEN" -m "{temperature:25}"';
    const readable = readableCommand(command);
    expect(readable.split('\n')).toHaveLength(4);
    expect(readable.replaceAll(/ \\\n +/g, ' ')).toBe(command);
  });
});

describe('createDeviceCommand', () => {
  it('signs in and creates a device at the address of the page', () => {
    const command = createDeviceCommand('https://mill.example/iot/');
    expect(command).toContain('curl -s https://mill.example/iot/api/auth/login ');
    expect(command).toContain('curl https://mill.example/iot/api/device ');
  });
});
