// SPDX-License-Identifier: Apache-2.0
// What fields of a node's configuration can refer to.
import { batched } from './batched';
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

/** The most ids that the server takes in one request. */
const MOST_IDS = 100;

interface Source {
  /** The path of the list. */
  readonly list: string;
  /** Reads the name of one entity, together with others; null where the entity does not exist. */
  readonly name: (id: string) => Promise<string | null>;
}

const SOURCES: Readonly<Record<string, Source>> = {
  ASSET: source('api/tenant/assets', 'api/assets?assetIds='),
  ASSET_PROFILE: source('api/assetProfiles', 'api/assetProfileInfos/list?assetProfileIds='),
  CUSTOMER: source('api/customers', 'api/customers/list?customerIds='),
  DEVICE: source('api/tenant/devices', 'api/devices?deviceIds='),
  DEVICE_PROFILE: source('api/deviceProfiles', 'api/deviceProfileInfos/list?deviceProfileIds='),
  RULE_CHAIN: source('api/ruleChains', 'api/ruleChains/list?ruleChainIds='),
};

/** @param byIds the path and query that ids are appended to */
function source(list: string, byIds: string): Source {
  const name = batched(MOST_IDS, async (ids) => {
    const found = await authorized<readonly Named[]>(byIds + ids.map(encodeURIComponent).join(','));
    return new Map(found.map((entity) => [entity.id.id, entity.name]));
  });
  return { list, name };
}

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

/** The name of an entity of a listed type; null where it does not exist, as after its deletion. */
export function readEntityName(entityType: string, id: string): Promise<string | null> {
  return sourceOf(entityType).name(id);
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
