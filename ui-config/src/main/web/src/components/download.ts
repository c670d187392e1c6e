// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../model/json';

/** Lets the browser save a JSON file. */
export function download(fileName: string, content: JsonObject): void {
  const blob = new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the URL after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
