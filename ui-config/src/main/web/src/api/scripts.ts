// SPDX-License-Identifier: Apache-2.0
import type { ScriptLanguage } from '../model/script/completions';
import type { Sample } from '../model/script/sample';
import type { ScriptType } from '../model/script/trial';
import type * as schemas from './schemas';
import { authorized } from './session';
import type { Answer } from './types';

export interface ScriptTrial {
  readonly script: string;
  readonly language: ScriptLanguage;
  readonly type: ScriptType;
  readonly sample: Sample;
}

export type ScriptTrialResult = Answer<schemas.ScriptTrialResult>;

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
