// SPDX-License-Identifier: Apache-2.0

/** Labels in a language that does not make them from the English names. What it leaves out is labelled in English. */
export interface SchemaLabels {
  readonly properties: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, string>>;
}

export const ENGLISH_LABELS: SchemaLabels = { properties: {}, values: {}, units: {} };

/** Words that are written in capitals. */
const ACRONYMS: ReadonlySet<string> = new Set([
  'ai',
  'api',
  'http',
  'id',
  'ip',
  'js',
  'json',
  'jvm',
  'mqtt',
  'ota',
  'pem',
  'rest',
  'rpc',
  'tb',
  'tbel',
  'ttl',
  'ui',
  'url',
  'uuid',
]);

const WHOLE_WORDS: Readonly<Record<string, string>> = {
  kb: 'kB',
  ms: 'ms',
  msg: 'message',
  msgs: 'messages',
  oauth2: 'OAuth2',
  secs: 'seconds',
  ts: 'timestamp',
};

/** Names whose words say too little, or something else. */
const PROPERTIES: Readonly<Record<string, string>> = {
  entityId: 'Entity',
  latestTsKeyNames: 'Latest telemetry keys',
  ruleChainId: 'Rule chain',
  timeseries: 'Time series',
  useServerTs: 'Use server time',
  webSockets: 'WebSockets',
};

const VALUES: Readonly<Record<string, string>> = {
  'cert.PEM': 'Certificate (PEM)',
};

/** The label of a property: `maxPendingMsgs` becomes "Max pending messages". */
export function labelOf(property: string, labels = ENGLISH_LABELS): string {
  const known = labels.properties[property] ?? PROPERTIES[property];
  if (known !== undefined) {
    return known;
  }
  const words = property
    .replaceAll('_', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/\s+/)
    .filter((word) => word !== '');
  return sentence(words);
}

/** The label of one of the values between which a field chooses: `ON_EVERY_MESSAGE` becomes "On every message". */
export function valueLabel(value: string, labels = ENGLISH_LABELS): string {
  const isWords = /^(?:[A-Z][A-Z0-9_]*|[a-z]+)$/.test(value);
  const known = labels.values[value] ?? VALUES[value];
  return known ?? (isWords ? sentence(value.split('_')) : value);
}

function sentence(words: readonly string[]): string {
  const text = words
    .map((word) => word.toLowerCase())
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : (WHOLE_WORDS[word] ?? word)))
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/\bin (?:milliseconds|ms)\b/i, 'ms'],
  [/\bin seconds\b/i, 's'],
  [/\bin minutes\b/i, 'min'],
  [/\bin degrees\b/i, '°'],
  [/\bin KiB\b/i, 'KiB'],
  [/\bin bytes\b/i, 'bytes'],
  [/\bnumber of seconds\b/i, 's'],
];

/** The unit of a number, if its description names one. */
export function unitOf(description: string | undefined): string | undefined {
  return UNITS.find(([pattern]) => pattern.test(description ?? ''))?.[1];
}

/** A label without the unit at its end, which then stands behind the number. */
export function withoutUnit(label: string): string {
  return label.replace(/ (?:in )?(?:ms|seconds|kB)$|（[^（]+）$/, '');
}

/** True for a field that is there for compatibility only, as its description says. */
export function isWithoutEffect(description: string | undefined): boolean {
  return /^(?:Not used\b|Has no effect\b|Required, but has no effect\b)/.test(description ?? '');
}
