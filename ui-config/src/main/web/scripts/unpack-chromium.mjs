// SPDX-License-Identifier: Apache-2.0
// Unpacks the Chromium of @sparticuz/chromium, with the libraries and fonts that it brings, into a folder of its own
// and prints that folder: node scripts/unpack-chromium.mjs FOLDER
//
// The package unpacks into the temporary folder, under fixed names. There two users of one machine collide, and a run
// that was killed half-way leaves a broken browser for good. So it is given a temporary folder inside FOLDER, which is
// renamed when it is complete: what stands under the final name is always whole.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const parent = process.argv[2];
if (!parent) {
  console.error('Say where to unpack Chromium: node scripts/unpack-chromium.mjs FOLDER');
  process.exit(2);
}

const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');
const manifest = join(modules, '@sparticuz', 'chromium', 'package.json');
if (!existsSync(manifest)) {
  console.error(
    `Chromium is not in ${modules}: build the module ui-config without -Dskip.ui first.`,
  );
  process.exit(1);
}

const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
const home = resolve(parent, `chromium-${version}`);
if (!existsSync(home)) {
  mkdirSync(parent, { recursive: true });
  const scratch = mkdtempSync(resolve(parent, 'unpacking-'));
  process.env.TMPDIR = scratch;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
  // The font configuration of the package names fixed folders in /tmp.
  const inXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  writeFileSync(
    join(scratch, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${inXml(join(home, 'fonts'))}</dir>
  <cachedir>${inXml(join(home, 'fonts-cache'))}</cachedir>
</fontconfig>
`,
  );
  try {
    renameSync(scratch, home);
  } catch (e) {
    // Another test run was quicker; its copy is as good.
    if (!existsSync(home)) {
      throw e;
    }
    rmSync(scratch, { recursive: true, force: true });
  }
}
console.log(home);
