// SPDX-License-Identifier: Apache-2.0
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { localCompletionSource } from '@codemirror/lang-javascript';
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import {
  completionsAt,
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
      : { from: context.pos - found.replaces, options: [...found.options], validFor: /^[\w$.]*$/ };
  };
  return autocompletion({
    override: [source, localCompletionSource],
    icons: false,
    tooltipClass: () => 'script-completion',
  });
}
