// SPDX-License-Identifier: Apache-2.0
import type { DeviceProfile, DeviceProfileRequest } from '../api/deviceProfiles';
import { problemsIn, type RuleProblems } from './alarmRule/checks';
import { savedRules } from './alarmRule/edits';
import type { RuleSetEntry } from './alarmRule/reading';
import { isJsonObject, without, type Json, type JsonObject } from './json';

export const TRANSPORTS = ['DEFAULT', 'MQTT'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** ThingsBoard's names of the strategies of provisioning. */
export const PROVISION_TYPES = [
  'DISABLED',
  'ALLOW_CREATE_NEW_DEVICES',
  'CHECK_PRE_PROVISIONED_DEVICES',
] as const;
export type ProvisionType = (typeof PROVISION_TYPES)[number];

/** The queue of profiles that name none. */
export const DEFAULT_QUEUE = 'Main';

export const MOST_CONNECTIONS = 100;
/** The longest retention in days. */
export const MOST_DAYS = 36_500;

/** What a user may change of a device profile. Numbers are texts, as they are typed. */
export interface DeviceProfileDraft {
  readonly name: string;
  readonly description: string;
  /** The id of the rule chain; null for the root rule chain of the tenant. */
  readonly chain: string | null;
  /** The name of the queue; null for `Main`. */
  readonly queue: string | null;
  readonly transport: Transport;
  /** How many connections a device may have at once; empty for one. */
  readonly connections: string;
  readonly provisionType: ProvisionType;
  /** Empty: the server keeps the stored one, or generates one. The secret likewise. */
  readonly key: string;
  readonly secret: string;
  /** For how many days time series are kept; empty for ever. */
  readonly days: string;
  readonly alarms: readonly RuleSetEntry[];
}

export type DraftField = keyof DeviceProfileDraft;

const NO_ALARMS: readonly RuleSetEntry[] = [];

export const NEW_PROFILE: DeviceProfileDraft = {
  name: '',
  description: '',
  chain: null,
  queue: null,
  transport: 'DEFAULT',
  connections: '',
  provisionType: 'DISABLED',
  key: '',
  secret: '',
  days: '',
  alarms: NO_ALARMS,
};

export function draftOf(profile: DeviceProfile): DeviceProfileDraft {
  const data = objectIn(profile.profileData);
  const secret = objectIn(data.provisionConfiguration).provisionDeviceSecret;
  return {
    name: profile.name,
    description: profile.description ?? '',
    chain: profile.defaultRuleChainId?.id ?? null,
    queue: profile.defaultQueueName,
    transport: TRANSPORTS.find((each) => each === profile.transportType) ?? 'DEFAULT',
    connections: numberText(objectIn(data.transportConfiguration).maxConnections),
    provisionType:
      PROVISION_TYPES.find((each) => each === profile.provisionType) ?? PROVISION_TYPES[0],
    key: profile.provisionDeviceKey ?? '',
    secret: typeof secret === 'string' ? secret : '',
    days: numberText(objectIn(data.configuration).defaultStorageTtlDays),
    alarms: alarmsIn(data),
  };
}

/** What is wrong with a draft, by field. */
export type DraftProblems = Partial<
  Record<Exclude<DraftField, 'alarms'>, 'nameRequired' | 'connections' | 'days'>
> & { readonly alarms?: RuleProblems };

/** @param base the profile as it was when its change began; undefined for a new one */
export function problemsOf(
  { name, connections, days, alarms }: DeviceProfileDraft,
  base?: DeviceProfile,
): DraftProblems {
  const rules = problemsIn(alarms, alarmsIn(objectIn(base?.profileData)));
  return {
    ...(name.trim() === '' && { name: 'nameRequired' }),
    ...(!isWholeOrEmpty(connections, 1, MOST_CONNECTIONS) && { connections: 'connections' }),
    ...(!isWholeOrEmpty(days, 0, MOST_DAYS) && { days: 'days' }),
    ...(rules.size > 0 && { alarms: rules }),
  };
}

/**
 * The request that saves a draft without problems.
 *
 * @param base the profile as it was when its change began; properties that the draft does not have stay as they
 *     are. Undefined for a new profile
 */
export function requestOf(draft: DeviceProfileDraft, base?: DeviceProfile): DeviceProfileRequest {
  const { chain, transport, provisionType } = draft;
  const data = base === undefined ? { alarms: null } : objectIn(base.profileData);
  const alarms = alarmsIn(data);
  const isProvisioned = provisionType !== 'DISABLED';
  return {
    ...(base === undefined ? {} : { id: base.id, version: base.version }),
    name: draft.name.trim(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
    defaultRuleChainId: chain === null ? null : { entityType: 'RULE_CHAIN', id: chain },
    defaultQueueName: draft.queue,
    transportType: transport,
    provisionType,
    provisionDeviceKey: isProvisioned ? textOrNull(draft.key) : null,
    profileData: {
      ...data,
      ...(draft.alarms !== alarms && { alarms: savedRules(draft.alarms, alarms) as Json }),
      configuration: {
        type: 'DEFAULT',
        ...withNumber(objectIn(data.configuration), 'defaultStorageTtlDays', draft.days),
      },
      transportConfiguration: {
        ...withNumber(objectIn(data.transportConfiguration), 'maxConnections', draft.connections),
        type: transport,
      },
      provisionConfiguration: isProvisioned
        ? {
            ...objectIn(data.provisionConfiguration),
            type: provisionType,
            provisionDeviceSecret: textOrNull(draft.secret),
          }
        : { type: provisionType },
    },
  };
}

function alarmsIn({ alarms }: JsonObject): readonly RuleSetEntry[] {
  return Array.isArray(alarms) ? (alarms as readonly Json[]) : NO_ALARMS;
}

/** The paths by which the server names a field, the longest first. */
const FIELDS: readonly (readonly [path: string, field: DraftField])[] = [
  ['profileData.transportConfiguration.maxConnections', 'connections'],
  ['profileData.transportConfiguration', 'transport'],
  ['profileData.provisionConfiguration.provisionDeviceSecret', 'secret'],
  ['profileData.provisionConfiguration', 'provisionType'],
  ['profileData.configuration.defaultStorageTtlDays', 'days'],
  ['profileData.alarms', 'alarms'],
  ['name', 'name'],
  ['description', 'description'],
  ['defaultRuleChainId', 'chain'],
  ['defaultQueueName', 'queue'],
  ['transportType', 'transport'],
  ['provisionType', 'provisionType'],
  ['provisionDeviceKey', 'key'],
];

/** A field that the server refuses, with its reason. */
export interface Refusal {
  readonly field: DraftField;
  readonly reason: string;
}

/** The field that a message of the server names, as in `name: must be a text`; undefined if it names none. */
export function refusalIn(message: string): Refusal | undefined {
  const found = FIELDS.find(
    ([path]) => message.startsWith(path) && /^[:.[]/.test(message.slice(path.length)),
  );
  if (found === undefined) {
    return undefined;
  }
  const [path, field] = found;
  // A path below that of the field stays in the reason: it says which value is meant.
  const isExact = message.startsWith(`${path}:`);
  return { field, reason: isExact ? message.slice(path.length + 1).trim() : message };
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function numberText(value: Json | undefined): string {
  return typeof value === 'number' ? String(value) : '';
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function isWholeOrEmpty(text: string, least: number, most: number): boolean {
  const digits = text.trim();
  return (
    digits === '' || (/^\d{1,6}$/.test(digits) && Number(digits) >= least && Number(digits) <= most)
  );
}

/** The object with the number; without its property if the text is empty. */
function withNumber(json: JsonObject, name: string, text: string): JsonObject {
  return text.trim() === '' ? without(json, [name]) : { ...json, [name]: Number(text) };
}
