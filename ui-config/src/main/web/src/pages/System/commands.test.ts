// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { tenantCommands } from './commands';

describe('tenantCommands', () => {
  it('calls this server as this user', () => {
    const commands = tenantCommands('https://iot.example/millrace/', 'root@x.example');
    expect(commands).toContain("MILLRACE='https://iot.example/millrace'\n");
    expect(commands).toContain(`-d '{"username":"root@x.example","password":"PASSWORD"}'`);
  });

  it('quotes for the shell', () => {
    expect(tenantCommands('http://x/', "o'neill@x.example")).toContain("o'\\''neill@x.example");
  });
});
