// SPDX-License-Identifier: Apache-2.0
// Runs "npm ci", but only when what it would install is not what the last one did. The argument says what the packages
// are for.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { digestOf, npm, statusOfNpm } from './build-steps.mjs';

const stamp = 'node_modules/.millrace-lock';
const wanted = digestOf(['package.json', 'package-lock.json', '.npmrc']);

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log(`Installing the packages of ${process.argv[2]}.`);
  // What npm keeps of the registry may be older than the lock file; then it does not find the versions.
  if (statusOfNpm('ci', '--prefer-offline') !== 0) {
    npm('ci');
  }
  writeFileSync(stamp, wanted);
}
