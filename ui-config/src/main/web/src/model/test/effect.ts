// SPDX-License-Identifier: Apache-2.0
// Reads the details of effects, whose form depends on their kind.
import type { TestInputOriginator } from '../../api/schemas';
import { writeJson } from '../exactJson';
import { isJsonObject, type Json } from '../json';

export function textIn(details: Json, key: string): string {
  const value = isJsonObject(details) ? details[key] : undefined;
  return typeof value === 'string' ? value : '';
}

export function textsIn(details: Json, key: string): readonly string[] {
  const value = isJsonObject(details) ? details[key] : undefined;
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function numberIn(details: Json, key: string): number {
  const value = isJsonObject(details) ? details[key] : undefined;
  return typeof value === 'number' ? value : 0;
}

/** The values that would be stored, as texts. */
export function valuesIn(details: Json): readonly (readonly [key: string, value: string])[] {
  const values = isJsonObject(details) ? details.values : undefined;
  return isJsonObject(values)
    ? Object.entries(values).map(([key, value]) => [key, writeJson(value)] as const)
    : [];
}

/** An entity that is written as TYPE:id. */
export function entityIn(reference: string): TestInputOriginator {
  const at = reference.indexOf(':');
  return { entityType: reference.slice(0, Math.max(0, at)), id: reference.slice(at + 1) };
}
