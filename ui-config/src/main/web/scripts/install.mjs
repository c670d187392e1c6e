// SPDX-License-Identifier: Apache-2.0
// Runs "npm ci", but only when what it would install is not what the last one did.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { digestOf, npm } from './build-steps.mjs';

const stamp = 'node_modules/.millrace-lock';
const wanted = digestOf(['package.json', 'package-lock.json', '.npmrc']);

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing the packages of the web UI.');
  npm('ci', '--prefer-offline');
  writeFileSync(stamp, wanted);
}
