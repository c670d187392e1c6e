// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;
const listeners = new Set<() => void>();

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time in milliseconds since 1970, renewed every second: one clock for all that tell a time on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
    }
  };
}

function tick() {
  now = Date.now();
  listeners.forEach((listener) => listener());
}
