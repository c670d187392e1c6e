// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { publishCommand } from './firstReading';

describe('publishCommand', () => {
  it('names host, port, topic, token and a reading', () => {
    const command = publishCommand({ host: 'mill.example', port: 1883 }, 'A1_TOKEN');
    expect(command.replaceAll(/ \\\n +/g, ' ')).toBe(
      'mosquitto_pub -q 1 -h mill.example -p 1883 -t v1/devices/me/telemetry -u A1_TOKEN ' +
        `-m '{"temperature": 22.5}'`,
    );
  });

  it('quotes a token that a shell would take apart', () => {
    const command = publishCommand({ host: 'h', port: 1 }, `a b$(c)'d`);
    expect(command).toContain(`-u 'a b$(c)'\\''d'`);
  });
});
