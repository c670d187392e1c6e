// SPDX-License-Identifier: Apache-2.0
import { JS_FUNCTIONS, TBEL_FUNCTIONS, type ScriptFunction } from './functions';

export type ScriptLanguage = 'JS' | 'TBEL';

/** The names that a script may find in its message. */
export interface KnownNames {
  /** Keys of the payload. */
  readonly data: readonly string[];
  readonly metadata: readonly string[];
}

export interface Completion {
  /** What the list shows and filters by. */
  readonly label: string;
  /** What is inserted instead of the label. */
  readonly apply?: string;
  readonly type: 'variable' | 'property' | 'function' | 'keyword' | 'text';
  readonly detail?: string;
}

export interface Completions {
  /** How many characters before the cursor the completion replaces. */
  readonly replaces: number;
  readonly options: readonly Completion[];
}

/** Metadata that messages of devices have. */
const USUAL_METADATA: readonly string[] = ['deviceName', 'deviceType', 'ts'];

const ARGUMENTS: readonly Completion[] = [
  { label: 'msg', type: 'variable' },
  { label: 'metadata', type: 'variable' },
  { label: 'msgType', type: 'variable' },
];

const KEYWORDS: readonly string[] = [
  'return',
  'if',
  'else',
  'for',
  'while',
  'var',
  'true',
  'false',
  'null',
];
const JS_KEYWORDS: readonly string[] = [...KEYWORDS, 'const', 'let', 'undefined'];
const TBEL_KEYWORDS: readonly string[] = [...KEYWORDS, 'foreach'];

/** What can stand at the cursor, given the text of its line up to it; undefined if nothing is known about it. */
export function completionsAt(
  before: string,
  language: ScriptLanguage,
  names: KnownNames,
): Completions | undefined {
  const member = /(?:^|[^\w$.])(msg|metadata)(?:\.([\w$]*)|\[(["'])([^"']*))$/.exec(before);
  if (member !== null) {
    const [, object, property, quote, quoted] = member;
    const keys =
      object === 'msg' ? names.data : [...new Set([...USUAL_METADATA, ...names.metadata])];
    return quote === undefined
      ? { replaces: (property ?? '').length + 1, options: keys.map(memberCompletion) }
      : { replaces: (quoted ?? '').length, options: keys.map(textCompletion) };
  }
  if (
    /[\w$\])]\.[\w$]*$/.test(before) &&
    !/\b(?:JSON|Math|Object|String|Number|Array)\.\w*$/.test(before)
  ) {
    return undefined;
  }
  const word = /(?:\b(?:JSON|Math|Object|Array|Number|String)\.)?[\w$]*$/.exec(before)?.[0] ?? '';
  const functions = language === 'TBEL' ? TBEL_FUNCTIONS : JS_FUNCTIONS;
  const keywords = language === 'TBEL' ? TBEL_KEYWORDS : JS_KEYWORDS;
  return {
    replaces: word.length,
    options: [
      ...ARGUMENTS,
      ...functions.map(functionCompletion),
      ...keywords.map((label): Completion => ({ label, type: 'keyword' })),
    ],
  };
}

/** The dot is replaced too: a key that is no name goes into brackets. */
function memberCompletion(key: string): Completion {
  const isName = /^[A-Za-z_$][\w$]*$/.test(key);
  return {
    label: `.${key}`,
    apply: isName ? `.${key}` : `[${JSON.stringify(key)}]`,
    type: 'property',
  };
}

function textCompletion(key: string): Completion {
  return { label: key, type: 'text' };
}

function functionCompletion({ name, parameters }: ScriptFunction): Completion {
  return { label: name, type: 'function', detail: `(${parameters})` };
}

/** The metadata keys under which nodes that fetch attributes write them, one for each scope. */
export function attributeMetadata(attributes: readonly string[]): readonly string[] {
  return attributes.flatMap((key) => [`ss_${key}`, `shared_${key}`, `cs_${key}`]);
}
