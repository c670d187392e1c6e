// SPDX-License-Identifier: Apache-2.0
import type { ChainComparison } from '../model/chain/difference';
import type { Report, ReportedFault } from '../model/chain/findings';
import type { RuleChainMetadata } from '../model/chain/metadata';
import { sameJson, type JsonObject } from '../model/json';
import { ApiError } from './http';
import type * as schemas from './schemas';
import { authorized } from './session';
import type { Answer, EntityId, Page } from './types';

/** What the pages read of a rule chain without its nodes. */
export interface RuleChain extends Pick<schemas.RuleChain, 'name' | 'root'> {
  readonly id: EntityId;
  readonly createdTime: number;
  readonly version: number;
  readonly configuration: JsonObject | null;
  readonly additionalInfo: JsonObject | null;
}

/** A save may run test cases first, each for up to 20 seconds. */
const SAVE_MS = 120_000;

export const SORT_PROPERTIES = ['name', 'createdTime'] as const;
export type SortProperty = (typeof SORT_PROPERTIES)[number];

export interface RuleChainListRequest {
  readonly pageSize: number;
  /** Counted from 0. */
  readonly page: number;
  /** A part of the name; empty for all rule chains. */
  readonly textSearch: string;
  readonly sortProperty: SortProperty;
  readonly descending: boolean;
}

export function listRuleChains(
  { pageSize, page, textSearch, sortProperty, descending }: RuleChainListRequest,
  signal?: AbortSignal,
): Promise<Page<RuleChain>> {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    page: String(page),
    sortProperty,
    sortOrder: descending ? 'DESC' : 'ASC',
  });
  if (textSearch !== '') {
    query.set('textSearch', textSearch);
  }
  return authorized(`api/ruleChains?${query}`, { signal });
}

/** How many rule chains have exactly this name; counts at most 100. */
export async function countRuleChainsNamed(name: string): Promise<number> {
  const { data } = await listRuleChains({
    pageSize: 100,
    page: 0,
    textSearch: name,
    sortProperty: 'name',
    descending: false,
  });
  return data.filter((chain) => chain.name === name).length;
}

export function readRuleChain(id: string, signal?: AbortSignal): Promise<RuleChain> {
  return authorized(pathOf(id), { signal });
}

export function createRuleChain(name: string, description: string): Promise<RuleChain> {
  const additionalInfo = description === '' ? null : { description };
  return authorized('api/ruleChain', { method: 'POST', body: { name, additionalInfo } });
}

/**
 * Changes the name and the description of a rule chain. If the chain has another version by now because its nodes were
 * saved, the change is applied to that one.
 *
 * @param chain the rule chain that the user saw
 * @throws ApiError 409 if another user has changed the name or the description
 */
export function saveProperties(
  chain: RuleChain,
  name: string,
  description: string,
): Promise<RuleChain> {
  return saveHeader(
    chain,
    (current) => ({
      ...current,
      name,
      additionalInfo: { ...current.additionalInfo, description },
    }),
    (current) =>
      current.name === chain.name &&
      sameJson(current.additionalInfo ?? {}, chain.additionalInfo ?? {}),
  );
}

/** Sets whether a save runs the test cases of the chain and is refused if one fails. */
export function saveTestBeforeSave(chain: RuleChain, testBeforeSave: boolean): Promise<RuleChain> {
  return saveHeader(
    chain,
    (current) => ({
      ...current,
      configuration: { ...current.configuration, testBeforeSave },
    }),
    () => true,
  );
}

export function hasTestBeforeSave({ configuration }: RuleChain): boolean {
  return configuration?.testBeforeSave === true;
}

/**
 * Saves a change of a chain without its nodes.
 *
 * @param fits whether the change may be applied to what another user has saved meanwhile
 */
async function saveHeader(
  chain: RuleChain,
  change: (current: RuleChain) => RuleChain,
  fits: (current: RuleChain) => boolean,
): Promise<RuleChain> {
  const save = (current: RuleChain) =>
    authorized<RuleChain>('api/ruleChain', { method: 'POST', body: change(current) });
  try {
    return await save(chain);
  } catch (e) {
    if (!(e instanceof ApiError) || e.status !== 409) {
      throw e;
    }
    const current = await readRuleChain(chain.id.id);
    if (!fits(current)) {
      throw e;
    }
    return save(current);
  }
}

export function deleteRuleChain(id: string): Promise<void> {
  return authorized(pathOf(id), { method: 'DELETE' });
}

export function makeRootRuleChain(id: string): Promise<RuleChain> {
  return authorized(`${pathOf(id)}/root`, { method: 'POST' });
}

export function readMetadata(id: string, signal?: AbortSignal): Promise<RuleChainMetadata> {
  return authorized(`${pathOf(id)}/metadata`, { signal });
}

/**
 * Saves nodes and connections as a new version.
 *
 * @param keepUnknown whether new nodes of unknown types are kept as placeholders
 * @throws ApiError 409 if the chain has another version than the metadata, 400 with findings if it has errors
 */
export function saveMetadata(
  metadata: RuleChainMetadata,
  comment: string,
  keepUnknown = false,
): Promise<RuleChainMetadata & Report> {
  const query = queryOf({
    ...(comment === '' ? {} : { comment }),
    ...(keepUnknown ? { keepUnknown: 'true' } : {}),
  });
  return authorized(`api/ruleChain/metadata${query}`, {
    method: 'POST',
    body: metadata,
    timeoutMs: SAVE_MS,
  });
}

/** Checks nodes and connections as a save would. */
export function validateMetadata(
  metadata: RuleChainMetadata,
  signal?: AbortSignal,
): Promise<Report> {
  return authorized('api/ruleChain/metadata/validate', { method: 'POST', body: metadata, signal });
}

/** The labels with which a rule chain returns messages to the chains that call it. */
export function readOutputLabels(id: string, signal?: AbortSignal): Promise<readonly string[]> {
  return authorized(`${pathOf(id)}/output/labels`, { signal });
}

/** A node that calls a rule chain. */
export interface CallingNode {
  readonly ruleChainId: EntityId;
  readonly ruleChainName: string;
  readonly ruleNodeId: EntityId;
  readonly ruleNodeName: string;
}

/** What sends messages into a rule chain. */
export interface RuleChainUsers {
  readonly root: boolean;
  readonly nodes: readonly CallingNode[];
  readonly deviceProfiles: readonly NamedEntity[];
  readonly assetProfiles: readonly NamedEntity[];
}

export interface NamedEntity {
  readonly id: EntityId;
  readonly name: string;
}

export function readRuleChainUsers(id: string, signal?: AbortSignal): Promise<RuleChainUsers> {
  return authorized(`${pathOf(id)}/usedBy`, { signal });
}

export type RuleChainVersion = Answer<schemas.RuleChainVersion>;

/** The versions of a rule chain, the latest first. */
export function listVersions(
  id: string,
  page: number,
  pageSize: number,
  signal?: AbortSignal,
): Promise<Page<RuleChainVersion>> {
  const query = new URLSearchParams({ pageSize: String(pageSize), page: String(page) });
  return authorized(`${pathOf(id)}/versions?${query}`, { signal });
}

export function readVersion(
  id: string,
  number: number,
  signal?: AbortSignal,
): Promise<RuleChainMetadata> {
  return authorized(`${pathOf(id)}/versions/${number}`, { signal });
}

export function compareVersions(
  id: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<ChainComparison> {
  return authorized(`${pathOf(id)}/versions/${from}/compare/${to}`, { signal });
}

/** Saves the nodes and connections of an old version as a new one. */
export function restoreVersion(
  id: string,
  number: number,
  comment: string,
): Promise<RuleChainMetadata & Report> {
  const path = `${pathOf(id)}/versions/${number}/restore${commentQuery(comment)}`;
  return authorized(path, { method: 'POST' });
}

/** A rule chain that an import has made. */
export interface ImportedChain {
  readonly id: string;
  readonly name: string;
  readonly warnings: readonly ReportedFault[];
}

interface ImportResult extends Omit<schemas.RuleChainImportResult, 'warnings'> {
  readonly warnings: readonly ReportedFault[];
}

/**
 * Imports a file with one rule chain, or with several; all of them or none.
 *
 * @param keepUnknown whether nodes of unknown types are kept as placeholders
 * @throws ApiError 400 with findings if the file has errors
 */
export async function importRuleChains(
  file: JsonObject,
  keepUnknown: boolean,
): Promise<readonly ImportedChain[]> {
  const query = queryOf(keepUnknown ? { keepUnknown: 'true' } : {});
  if (Array.isArray(file.ruleChains)) {
    const results = await authorized<readonly ImportResult[]>(`api/ruleChains/import${query}`, {
      method: 'POST',
      body: file,
    });
    return results.map(({ ruleChainId, ruleChainName, warnings }) => ({
      id: ruleChainId.id,
      name: ruleChainName,
      warnings,
    }));
  }
  const chain = await authorized<RuleChain & { readonly warnings?: readonly ReportedFault[] }>(
    `api/ruleChain/import${query}`,
    { method: 'POST', body: file },
  );
  return [{ id: chain.id.id, name: chain.name, warnings: chain.warnings ?? [] }];
}

/** All rule chains of the tenant in one document. */
export function exportAllRuleChains(): Promise<JsonObject> {
  return authorized('api/ruleChains/export?limit=10000');
}

function pathOf(id: string): string {
  return `api/ruleChain/${encodeURIComponent(id)}`;
}

function commentQuery(comment: string): string {
  return queryOf(comment === '' ? {} : { comment });
}

function queryOf(parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? '' : `?${query}`;
}
