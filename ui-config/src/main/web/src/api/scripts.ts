// SPDX-License-Identifier: Apache-2.0
import type { ScriptLanguage } from '../model/script/completions';
import type { Sample } from '../model/script/sample';
import type { ScriptType } from '../model/script/trial';
import { authorized } from './session';
import type { EntityId, Page } from './types';

export interface ScriptTrial {
  readonly script: string;
  readonly language: ScriptLanguage;
  readonly type: ScriptType;
  readonly sample: Sample;
}

export interface ScriptTrialResult {
  /** Empty after an error. */
  readonly output: string;
  /** Empty after success. */
  readonly error: string;
}

/** Runs a script once on a sample message. An error of the script is a result. */
export function tryScript({
  script,
  language,
  type,
  sample,
}: ScriptTrial): Promise<ScriptTrialResult> {
  return authorized(`api/ruleChain/testScript?scriptLang=${language}`, {
    method: 'POST',
    body: {
      script,
      scriptType: type,
      msg: sample.data,
      metadata: sample.metadata,
      msgType: sample.msgType,
    },
  });
}

export interface DeadLetter {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdTime: number;
  readonly originator: EntityId;
  readonly messageType: string;
  readonly error: string;
  readonly ruleNodeName: string | null;
}

export interface DeadLetterDetails extends DeadLetter {
  readonly metadata: Readonly<Record<string, string>>;
  /** The payload as text, in Base64 if it is binary. */
  readonly data: string;
}

/** The newest dead letters of a rule chain. */
export function listDeadLetters(
  ruleChainId: string,
  signal?: AbortSignal,
): Promise<Page<DeadLetter>> {
  const query = new URLSearchParams({ pageSize: '20', page: '0', ruleChainId });
  return authorized(`api/deadLetters?${query}`, { signal });
}

export function readDeadLetter(id: string): Promise<DeadLetterDetails> {
  return authorized(`api/deadLetter/${encodeURIComponent(id)}`);
}
