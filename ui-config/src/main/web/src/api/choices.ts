// SPDX-License-Identifier: Apache-2.0
// What fields of a node's configuration can refer to.
import type { NamedEntity } from './schemas';
import { authorized } from './session';
import type { Page } from './types';

export type Named = NamedEntity;

/** More entries than this are found by typing a part of the name. */
const PAGE_SIZE = 50;

function firstPage(path: string, textSearch: string, signal?: AbortSignal): Promise<Page<Named>> {
  const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), page: '0', textSearch });
  return authorized(`${path}${path.includes('?') ? '&' : '?'}${query}`, { signal });
}

/** Where entities of a type are listed, and where one of them is read. */
const SOURCES: Readonly<Record<string, { readonly list: string; readonly one: string }>> = {
  ASSET: { list: 'api/tenant/assets', one: 'api/asset' },
  ASSET_PROFILE: { list: 'api/assetProfiles', one: 'api/assetProfile' },
  CUSTOMER: { list: 'api/customers', one: 'api/customer' },
  DEVICE: { list: 'api/tenant/devices', one: 'api/device' },
  DEVICE_PROFILE: { list: 'api/deviceProfiles', one: 'api/deviceProfile' },
  RULE_CHAIN: { list: 'api/ruleChains', one: 'api/ruleChain' },
};

/** True for the types of entities that can be chosen by name. */
export function isListed(entityType: string): boolean {
  return Object.hasOwn(SOURCES, entityType);
}

/** Entities of a listed type whose name contains the text. */
export async function searchEntities(
  entityType: string,
  text: string,
  signal?: AbortSignal,
): Promise<readonly Named[]> {
  const { data } = await firstPage(sourceOf(entityType).list, text, signal);
  return data;
}

/** The name of an entity of a listed type. */
export async function readEntityName(
  entityType: string,
  id: string,
  signal?: AbortSignal,
): Promise<string> {
  const path = `${sourceOf(entityType).one}/${encodeURIComponent(id)}`;
  const { name } = await authorized<{ readonly name: string }>(path, { signal });
  return name;
}

function sourceOf(entityType: string) {
  const source = SOURCES[entityType];
  if (source === undefined) {
    throw new Error(`Entities of type ${entityType} are not listed.`);
  }
  return source;
}

export async function listQueueNames(signal?: AbortSignal): Promise<readonly string[]> {
  const { data } = await firstPage('api/queues?serviceType=TB-RULE-ENGINE', '', signal);
  return data.map(({ name }) => name);
}

export async function listProfileNames(
  kind: 'asset' | 'device',
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const profiles = await authorized<readonly Named[]>(`api/${kind}Profile/names`, { signal });
  return profiles.map(({ name }) => name);
}
