// SPDX-License-Identifier: Apache-2.0
// Type-checks, bundles and compresses into the folder given, but only when a source differs from those of the last bundle:
// node scripts/bundle.mjs FOLDER
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, npm } from './build-steps.mjs';
import { compressTexts } from './compress.mjs';

const target = process.argv[2];
if (!target) {
  console.error('Say where the bundle goes: node scripts/bundle.mjs FOLDER');
  process.exit(2);
}

npm('run', '--silent', 'types');

// Inside node_modules, not in the bundle: nobody serves it, and a fresh installation bundles afresh.
const stamp = 'node_modules/.millrace-bundle';
const sources = [
  'package-lock.json',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'public',
  'scripts',
  'src',
];
const wanted = `${digestOf(sources)} ${target}`;
const upToDate =
  existsSync(join(target, 'index.html')) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === wanted;

if (!upToDate) {
  rmSync(stamp, { force: true });
  npm('run', '--silent', 'build', '--', '--outDir', target, '--emptyOutDir', '--logLevel', 'warn');
  compressTexts(target);
  writeFileSync(stamp, wanted);
}
