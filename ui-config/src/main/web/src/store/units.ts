// SPDX-License-Identifier: Apache-2.0
import { useMemo, useSyncExternalStore } from 'react';
import { parseUnits, withUnit, type Units } from '../model/units';

/** Told in the tab that sets a unit; the browser tells the others. */
const listeners = new Set<() => void>();

function keyOf(profile: string): string {
  return `millrace.units ${profile}`;
}

/**
 * The units of the keys of a device profile. They are kept in this browser, for all its users: a unit is a property of
 * what the devices send.
 *
 * @param profile id of the device profile
 */
export function useUnits(profile: string): Units {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(profile)));
  return useMemo(() => parseUnits(text), [text]);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', changed);
  };
}

/** Keeps the unit of a key; an empty one removes it. A browser without room keeps nothing. */
export function setUnit(profile: string, key: string, unit: string): void {
  const name = keyOf(profile);
  const next = withUnit(parseUnits(localStorage.getItem(name)), key, unit);
  try {
    if (Object.keys(next).length === 0) {
      localStorage.removeItem(name);
    } else {
      localStorage.setItem(name, JSON.stringify(next));
    }
  } catch {
    return;
  }
  listeners.forEach((listener) => listener());
}
