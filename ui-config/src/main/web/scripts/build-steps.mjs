// SPDX-License-Identifier: Apache-2.0
// What the steps of the Maven build share. They run in the folder of package.json.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The SHA-256 of the names and contents of files, and of all files in folders. */
export function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn)) {
    const content = readFileSync(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) {
    return [path];
  }
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** Runs npm; ends this process with its status when that is not 0. */
export function npm(...args) {
  const status = statusOfNpm(...args);
  if (status !== 0) {
    process.exit(status);
  }
}

/** Runs npm and returns its status. */
export function statusOfNpm(...args) {
  const { status, error } = spawnSync('npm', args, { stdio: 'inherit' });
  if (error) {
    throw error;
  }
  return status ?? 1;
}
