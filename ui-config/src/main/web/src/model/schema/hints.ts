// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../json';

/** Inputs that fit better than what follows from the schema. */
export type InputKind =
  'assetProfiles' | 'deviceProfiles' | 'entity' | 'multiline' | 'password' | 'queue' | 'ruleChain';

export interface FieldHint {
  readonly input?: InputKind;
  /** For the id of an entity: the property beside it that has the entity's type. */
  readonly typeField?: string;
  /** Values that are offered; others are possible. */
  readonly suggestions?: readonly string[];
  /** The field matters only while another one of the same object has one of these values. */
  readonly when?: { readonly field: string; readonly is: readonly Json[] };
  /** Keys of which data are offered. */
  readonly keys?: 'attributes' | 'timeseries';
  /** Rarely needed: folded away. */
  readonly advanced?: boolean;
}

/** Hints by the path of the field; items of lists have no segment of their own. */
type Hints = Readonly<Record<string, FieldHint>>;

export const MESSAGE_TYPES: readonly string[] = [
  'POST_TELEMETRY_REQUEST',
  'POST_ATTRIBUTES_REQUEST',
  'TO_SERVER_RPC_REQUEST',
  'ACTIVITY_EVENT',
  'INACTIVITY_EVENT',
  'CONNECT_EVENT',
  'DISCONNECT_EVENT',
  'ENTITY_CREATED',
  'ENTITY_UPDATED',
  'ENTITY_DELETED',
  'ENTITY_ASSIGNED',
  'ENTITY_UNASSIGNED',
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'TIMESERIES_UPDATED',
  'TIMESERIES_DELETED',
  'ALARM',
  'ALARM_ACK',
  'ALARM_CLEAR',
  'RELATION_ADD_OR_UPDATE',
  'RELATION_DELETED',
  'RELATIONS_DELETED',
  'REST_API_REQUEST',
];

const RELATION_TYPES: readonly string[] = ['Contains', 'Manages'];
/** Entities that are found by a name; the tenant is not. */
const NAMED_ENTITIES: readonly string[] = [
  'DEVICE',
  'ASSET',
  'CUSTOMER',
  'ENTITY_VIEW',
  'DASHBOARD',
  'EDGE',
  'USER',
];
const SEVERITIES: readonly string[] = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'];
const CREATABLE_ENTITIES: readonly string[] = ['DEVICE', 'ASSET', 'CUSTOMER'];
const HTTP_METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
const ORIGINATOR_FIELDS: readonly string[] = ['name', 'type', 'label'];

const proxy: FieldHint = { advanced: true, when: { field: 'enableProxy', is: [true] } };
const ADVANCED: FieldHint = { advanced: true };
const ownServer: FieldHint = { when: { field: 'useSystemSmtpSettings', is: [false] } };

const PERIMETER: Hints = {
  perimeterType: { when: { field: 'fetchPerimeterInfoFromMessageMetadata', is: [false] } },
  perimeterKeyName: { when: { field: 'fetchPerimeterInfoFromMessageMetadata', is: [true] } },
  polygonsDefinition: { input: 'multiline', when: { field: 'perimeterType', is: ['POLYGON'] } },
  centerLatitude: { when: { field: 'perimeterType', is: ['CIRCLE'] } },
  centerLongitude: { when: { field: 'perimeterType', is: ['CIRCLE'] } },
  range: { when: { field: 'perimeterType', is: ['CIRCLE'] } },
  rangeUnit: { when: { field: 'perimeterType', is: ['CIRCLE'] } },
};
const STAY: FieldHint = { when: { field: 'reportPresenceStatusOnEachMessage', is: [false] } };

const BY_NODE: Readonly<Record<string, Hints>> = {
  'filter.check-relation': {
    entityType: { when: { field: 'checkForSingleEntity', is: [true] } },
    entityId: {
      input: 'entity',
      typeField: 'entityType',
      when: { field: 'checkForSingleEntity', is: [true] },
    },
  },
  'action.geofencing-events': {
    ...PERIMETER,
    minInsideDuration: STAY,
    minInsideDurationTimeUnit: STAY,
    minOutsideDuration: STAY,
    minOutsideDurationTimeUnit: STAY,
  },
  'action.math': {
    customFunction: { when: { field: 'operation', is: ['CUSTOM'] } },
    'arguments.attributeScope': { when: { field: 'type', is: ['ATTRIBUTE'] } },
    'result.attributeScope': { when: { field: 'type', is: ['ATTRIBUTE'] } },
    'result.addToBody': { when: { field: 'type', is: ['ATTRIBUTE', 'TIME_SERIES'] } },
    'result.addToMetadata': { when: { field: 'type', is: ['ATTRIBUTE', 'TIME_SERIES'] } },
  },
  'action.create-alarm': {
    severity: { suggestions: SEVERITIES },
    relationTypes: { suggestions: RELATION_TYPES, when: { field: 'propagate', is: [true] } },
    overwriteAlarmDetails: { when: { field: 'useMessageAlarmData', is: [true] } },
  },
  'action.generator': {
    originatorId: {
      input: 'entity',
      typeField: 'originatorType',
      when: { field: 'originatorType', is: NAMED_ENTITIES },
    },
  },
  'action.unassign-from-customer': { customerNamePattern: ADVANCED },
  'action.create-relation': {
    entityNamePattern: { when: { field: 'entityType', is: NAMED_ENTITIES } },
    createEntityIfNotExists: { when: { field: 'entityType', is: CREATABLE_ENTITIES } },
    entityTypePattern: { when: { field: 'createEntityIfNotExists', is: [true] } },
  },
  'action.delete-relation': {
    entityType: { when: { field: 'deleteForSingleEntity', is: [true] } },
    entityNamePattern: { when: { field: 'deleteForSingleEntity', is: [true] } },
    entityTypePattern: ADVANCED,
  },
  'filter.geofencing': PERIMETER,
  'enrichment.originator-fields': {
    dataMapping: { suggestions: ORIGINATOR_FIELDS },
  },
  'enrichment.originator-telemetry': {
    orderBy: { when: { field: 'fetchMode', is: ['ALL'] } },
    aggregation: { when: { field: 'fetchMode', is: ['ALL'] } },
    limit: { when: { field: 'fetchMode', is: ['ALL'] } },
    startInterval: { when: { field: 'useMetadataIntervalPatterns', is: [false] } },
    startIntervalTimeUnit: { when: { field: 'useMetadataIntervalPatterns', is: [false] } },
    endInterval: { when: { field: 'useMetadataIntervalPatterns', is: [false] } },
    endIntervalTimeUnit: { when: { field: 'useMetadataIntervalPatterns', is: [false] } },
    startIntervalPattern: { when: { field: 'useMetadataIntervalPatterns', is: [true] } },
    endIntervalPattern: { when: { field: 'useMetadataIntervalPatterns', is: [true] } },
  },
  'enrichment.calculate-delta': {
    periodValueKey: { when: { field: 'addPeriodBetweenMsgs', is: [true] } },
  },
  'transform.change-originator': {
    relationsQuery: { when: { field: 'originatorSource', is: ['RELATED'] } },
    entityType: { when: { field: 'originatorSource', is: ['ENTITY'] } },
    entityNamePattern: { when: { field: 'originatorSource', is: ['ENTITY'] } },
  },
  'transform.to-email': {
    bodyTemplate: { input: 'multiline' },
    ccTemplate: ADVANCED,
    bccTemplate: ADVANCED,
    isHtmlTemplate: { when: { field: 'mailBodyType', is: ['dynamic'] } },
  },
  'transform.deduplication': {
    outMsgType: { suggestions: MESSAGE_TYPES, when: { field: 'strategy', is: ['ALL'] } },
  },
  'flow.delay': {
    periodInSeconds: { when: { field: 'useMetadataPeriodInSecondsPatterns', is: [false] } },
    periodInSecondsPattern: { when: { field: 'useMetadataPeriodInSecondsPatterns', is: [true] } },
  },
  'external.rest-api-call': {
    requestMethod: { suggestions: HTTP_METHODS },
    parseToPlainText: { when: { field: 'ignoreRequestBody', is: [false] } },
    maxParallelRequestsCount: ADVANCED,
    maxInMemoryBufferSizeInKb: ADVANCED,
    useSimpleClientHttpFactory: ADVANCED,
    enableProxy: ADVANCED,
    useSystemProxyProperties: proxy,
    proxyHost: proxy,
    proxyPort: proxy,
    proxyUser: proxy,
    proxyPassword: { ...proxy, input: 'password' },
    proxyScheme: proxy,
  },
  'external.kafka': {
    retries: ADVANCED,
    batchSize: ADVANCED,
    linger: ADVANCED,
    bufferMemory: ADVANCED,
    acks: { suggestions: ['-1', '1', '0'] },
    otherProperties: ADVANCED,
    kafkaHeadersCharset: {
      advanced: true,
      when: { field: 'addMetadataKeyValuesAsKafkaHeaders', is: [true] },
    },
  },
  'external.mqtt': {
    connectTimeoutSec: ADVANCED,
    appendClientIdSuffix: ADVANCED,
    cleanSession: ADVANCED,
  },
  'external.rabbitmq': {
    automaticRecoveryEnabled: ADVANCED,
    connectionTimeout: ADVANCED,
    handshakeTimeout: ADVANCED,
    clientProperties: ADVANCED,
  },
  'external.send-email': {
    smtpProtocol: { ...ownServer, suggestions: ['smtp', 'smtps'] },
    smtpHost: ownServer,
    smtpPort: ownServer,
    timeout: { ...ownServer, advanced: true },
    username: ownServer,
    password: { ...ownServer, input: 'password' },
    enableTls: ownServer,
    tlsVersion: { ...ownServer, advanced: true },
    enableProxy: { ...ownServer, advanced: true },
    proxyHost: proxy,
    proxyPort: proxy,
    proxyUser: proxy,
    proxyPassword: { ...proxy, input: 'password' },
  },
  'external.slack': {
    botToken: { input: 'password', when: { field: 'useSystemSettings', is: [false] } },
    messageTemplate: { input: 'multiline' },
  },
};

/** Hints by the name of the property, for all nodes, also those of plugins. */
const BY_NAME: Hints = {
  assetTypes: { input: 'assetProfiles' },
  caCert: { input: 'multiline' },
  clientAttributeNames: { keys: 'attributes' },
  serverAttributeNames: { keys: 'attributes' },
  sharedAttributeNames: { keys: 'attributes' },
  latestTsKeyNames: { keys: 'timeseries' },
  messageNames: { keys: 'timeseries' },
  inputValueKey: { keys: 'timeseries' },
  cert: { input: 'multiline' },
  deviceTypes: { input: 'deviceProfiles' },
  messageTypes: { suggestions: MESSAGE_TYPES },
  password: { input: 'password' },
  privateKey: { input: 'multiline' },
  queueName: { input: 'queue' },
  relationType: { suggestions: RELATION_TYPES },
  ruleChainId: { input: 'ruleChain' },
};

/** What is known about a field beyond its schema. `path` has names of properties only. */
export function hintFor(nodeType: string, path: readonly string[]): FieldHint {
  return { ...BY_NAME[path.at(-1) ?? ''], ...BY_NODE[nodeType]?.[path.join('.')] };
}

/** All paths with hints, for a test that each of them exists. */
export function hintedPaths(): readonly { nodeType: string; path: string; hint: FieldHint }[] {
  return Object.entries(BY_NODE).flatMap(([nodeType, hints]) =>
    Object.entries(hints).map(([path, hint]) => ({ nodeType, path, hint })),
  );
}
