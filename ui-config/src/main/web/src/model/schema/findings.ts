// SPDX-License-Identifier: Apache-2.0
import type { Finding } from '../chain/finding';
import type { PreparedField, PreparedForm } from './prepare';
import { pathKey, type Path } from './types';

export interface PlacedFindings {
  /** Those about the node as a whole, or about a field that the form does not have. */
  readonly top: readonly Finding[];
  /** By the key of the path of the field beside which they are shown. */
  readonly byField: ReadonlyMap<string, readonly Finding[]>;
}

/** Decides beside which field each finding is shown: the deepest one that the form has on the finding's path. */
export function placeFindings(
  findings: readonly Finding[],
  { fields, script }: PreparedForm,
): PlacedFindings {
  const top: Finding[] = [];
  const byField = new Map<string, Finding[]>();
  const scripts: readonly (string | number)[] = script === undefined ? [] : Object.values(script);
  for (const finding of findings) {
    const path = configurationPath(finding.field);
    const [first] = path;
    const place =
      first !== undefined && scripts.includes(first) ? [first] : deepestKnown(path, fields);
    if (place.length === 0) {
      top.push(finding);
    } else {
      const key = pathKey(place);
      byField.set(key, [...(byField.get(key) ?? []), finding]);
    }
  }
  return { top, byField };
}

/** The message of a finding that stands on top: with the field, which the form does not have, if it is about one. */
export function topMessage({ field, message }: Finding): string {
  const inner = /^nodes\[\d+\]\.configuration\.(.+)$/s.exec(field)?.[1];
  return inner === undefined ? message : `${inner}: ${message}`;
}

/** The path inside the configuration; empty if the finding is about something else. */
export function configurationPath(field: string): Path {
  const inner = /^nodes\[\d+\]\.configuration\.(.+)$/s.exec(field)?.[1] ?? '';
  return [...inner.matchAll(/\[(\d+)\]|([^.[]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

function deepestKnown(path: Path, fields: readonly PreparedField[]): Path {
  const [name, ...rest] = path;
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) {
    return [];
  }
  const [index] = rest;
  if (field.shape.kind === 'list' && typeof index === 'number' && field.fields.length > 0) {
    const inner = deepestKnown(rest.slice(1), field.fields);
    return inner.length === 0 ? [field.name] : [field.name, index, ...inner];
  }
  const inner = [...field.fields, ...Object.values(field.branches).flat()];
  return [field.name, ...deepestKnown(rest, inner)];
}
