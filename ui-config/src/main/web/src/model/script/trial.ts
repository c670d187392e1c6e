// SPDX-License-Identifier: Apache-2.0
import { readJson, type ExactJson } from '../exactJson';
import { isNumber } from '../number';

/** What a script is for, as the server calls it. */
export type ScriptType = 'filter' | 'switch' | 'update' | 'generate' | 'json' | 'string';

const BY_NODE: Readonly<Record<string, ScriptType>> = {
  'filter.script': 'filter',
  'filter.switch': 'switch',
  'transform.script': 'update',
  'action.create-alarm': 'json',
  'action.clear-alarm': 'json',
  'action.generator': 'generate',
  'action.log': 'string',
};

const BY_GROUP: Readonly<Record<string, ScriptType>> = {
  FILTER: 'filter',
  TRANSFORMATION: 'update',
};

/** The type of the script of a node; that of nodes of plugins is guessed from their group. */
export function scriptTypeOf(nodeType: string, group: string): ScriptType {
  return BY_NODE[nodeType] ?? BY_GROUP[group] ?? 'string';
}

export interface TrialMessage {
  readonly msgType: string;
  readonly metadata: ExactJson;
  readonly msg: ExactJson;
}

/** What came of a test, in the terms of the node. */
export type Outcome =
  | { readonly kind: 'labels'; readonly labels: readonly string[] }
  | { readonly kind: 'messages'; readonly messages: readonly TrialMessage[] }
  | { readonly kind: 'text'; readonly text: string };

/** Reads the output of a script that ran without an error. */
export function outcomeOf(type: ScriptType, output: string): Outcome {
  const text: Outcome = { kind: 'text', text: output };
  if (type === 'filter') {
    return output === 'true' || output === 'false'
      ? { kind: 'labels', labels: [output === 'true' ? 'True' : 'False'] }
      : text;
  }
  const value = type === 'string' || type === 'json' ? undefined : parsed(output);
  if (type === 'switch') {
    return Array.isArray(value) ? { kind: 'labels', labels: value.map(String) } : text;
  }
  const messages = (Array.isArray(value) ? (value as readonly ExactJson[]) : [value]).map(
    messageOf,
  );
  return messages.every((message) => message !== undefined) ? { kind: 'messages', messages } : text;
}

function messageOf(value: ExactJson | undefined): TrialMessage | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isNumber(value)) {
    return undefined;
  }
  const { msg = null, metadata = {}, msgType } = value as Readonly<Record<string, ExactJson>>;
  return typeof msgType === 'string' ? { msg, metadata, msgType } : undefined;
}

function parsed(text: string): ExactJson | undefined {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
