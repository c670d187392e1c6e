// SPDX-License-Identifier: Apache-2.0

/** A command for a POSIX shell with a line for each of its longer options. */
export function readableCommand(command: string): string {
  return command.replaceAll(/ (?=-[tum] )/g, ' \\\n  ');
}

/**
 * Commands for a POSIX shell that sign in and create a device.
 *
 * @param url where the server is, with a slash at the end
 */
export function createDeviceCommand(url: string): string {
  return [
    `TOKEN=$(curl -s ${url}api/auth/login -H 'Content-Type: application/json' \\`,
    `  -d '{"username": "YOUR E-MAIL", "password": "YOUR PASSWORD"}' | jq -r .token)`,
    `curl ${url}api/device -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d '{"name": "My first device"}'`,
  ].join('\n');
}
