// SPDX-License-Identifier: Apache-2.0

let lastTime = 0;
let counter = 0;

/**
 * A new UUID of version 7. Ids of one browser ascend in the order in which they were made, which is the order in which
 * the server lists nodes that were saved together.
 */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  counter = now === lastTime ? counter + 1 : 0;
  // The counter has 12 bits.
  lastTime = counter > 0xfff ? now + 1 : now;
  counter &= 0xfff;
  const time = lastTime.toString(16).padStart(12, '0');
  // crypto.randomUUID is missing on pages over plain HTTP.
  const random = crypto.getRandomValues(new Uint8Array(8));
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const count = counter.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
