// SPDX-License-Identifier: Apache-2.0
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

const TEXTS = ['.css', '.html', '.js', '.json', '.md', '.svg'];
const SMALL = 1024;

/**
 * Compresses the texts in a folder once, so that the server need not for each request: each gets a neighbour with the
 * additional extension .gz, unless it is small or does not shrink.
 */
export function compressTexts(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && TEXTS.includes(extname(entry.name))) {
      compress(join(entry.parentPath, entry.name));
    }
  }
}

function compress(path) {
  const content = readFileSync(path);
  const compressed = gzipSync(content, { level: constants.Z_BEST_COMPRESSION });
  if (content.length > SMALL && compressed.length < content.length) {
    writeFileSync(`${path}.gz`, compressed);
  }
}
