// SPDX-License-Identifier: Apache-2.0
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { localCompletionSource } from '@codemirror/lang-javascript';
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { i18n } from '../../../i18n/i18n';
import {
  completionsAt,
  type Completion,
  type KnownNames,
  type ScriptLanguage,
} from '../../../model/script/completions';

/** Completion of the message's names, helper functions and the script's own variables. */
export function scriptCompletion(language: ScriptLanguage, names: KnownNames): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const inside = syntaxTree(context.state).resolveInner(context.pos, -1).name;
    const { from, text } = context.state.doc.lineAt(context.pos);
    const found = completionsAt(text.slice(0, context.pos - from), language, names);
    const isQuoted = inside === 'String' && found?.options.some(({ type }) => type === 'text');
    if (found === undefined || /Comment|TemplateString/.test(inside)) {
      return null;
    }
    if (inside === 'String' && isQuoted !== true) {
      return null;
    }
    return found.replaces === 0 && !context.explicit && isQuoted !== true
      ? null
      : {
          from: context.pos - found.replaces,
          options: found.options.map((each) => described(each, language)),
          validFor: /^[\w$.]*$/,
        };
  };
  return autocompletion({
    override: [source, localCompletionSource],
    icons: false,
    tooltipClass: () => 'script-completion',
  });
}

/** A completion with what it is, in the language of the UI. */
function described(completion: Completion, language: ScriptLanguage): Completion & Described {
  const { label, type } = completion;
  const key =
    type === 'variable'
      ? `nodeForm.script.names.${label}`
      : type === 'function' && language === 'TBEL'
        ? `scriptFunctions.${label}`
        : undefined;
  if (key === undefined || !i18n.exists(key)) {
    return completion;
  }
  const text = i18n.t(key as 'nodeForm.script.names.msg');
  return { ...completion, ...(type === 'variable' ? { detail: text } : { info: text }) };
}

interface Described {
  readonly info?: string;
}
