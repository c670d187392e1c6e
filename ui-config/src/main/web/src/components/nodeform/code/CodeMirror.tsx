// SPDX-License-Identifier: Apache-2.0
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  type CSSProperties,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownNames, ScriptLanguage } from '../../../model/script/completions';
import { spanAt, type Mark, type Position } from '../../../model/script/position';
import classes from './CodeMirror.module.css';
import { scriptCompletion } from './completion';
import { editorTheme } from './theme';

export interface CodeEditorHandle {
  /** Puts the cursor there and the focus into the editor. */
  readonly goTo: (position: Position) => void;
}

export interface CodeMirrorProps {
  readonly id?: string;
  /** The accessible name. */
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly language: 'json' | ScriptLanguage;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  /** Called on Ctrl+Enter. */
  readonly onRun?: () => void;
  readonly readOnly?: boolean;
  readonly marks?: readonly Mark[];
  readonly names?: KnownNames;
  /** In pixels. */
  readonly minHeight?: number;
  readonly maxHeight?: number;
  readonly ref?: Ref<CodeEditorHandle>;
}

const NO_NAMES: KnownNames = { data: [], metadata: [] };
const NO_MARKS: readonly Mark[] = [];
const MIN_HEIGHT = 120;
const MAX_HEIGHT = 420;

/** The editor itself. It is loaded on demand: use {@link CodeEditor}. */
export function CodeMirror({
  id,
  label,
  describedBy,
  language,
  value,
  onChange,
  onRun,
  readOnly = false,
  marks = NO_MARKS,
  names = NO_NAMES,
  minHeight = MIN_HEIGHT,
  maxHeight = MAX_HEIGHT,
  ref,
}: CodeMirrorProps) {
  const { t } = useTranslation();
  const isDark = useComputedColorScheme('light') === 'dark';
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const parts = useRef(compartments());
  const changed = useEffectEvent((text: string) => onChange?.(text));
  const run = useEffectEvent(() => onRun?.());
  const start = useEffectEvent(() => {
    const { attributes, mode, phrases, scheme, writing } = parts.current;
    return EditorState.create({
      doc: value,
      extensions: [
        Prec.highest(
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                run();
                return true;
              },
            },
          ]),
        ),
        BASICS,
        attributes.of(attributesOf(id, label, describedBy)),
        mode.of(modeOf(language, names)),
        phrases.of(EditorState.phrases.of(t('codeEditor', { returnObjects: true }))),
        scheme.of(EditorView.darkTheme.of(isDark)),
        writing.of(writingOf(readOnly)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((each) => each.isUserEvent(SYNC))) {
            changed(update.state.doc.toString());
          }
        }),
      ],
    });
  });

  useEffect(() => {
    const parent = host.current;
    if (parent === null) {
      return undefined;
    }
    const created = new EditorView({ parent, state: start() });
    view.current = created;
    return () => {
      view.current = undefined;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    const { attributes } = parts.current;
    const effects = attributes.reconfigure(attributesOf(id, label, describedBy));
    view.current?.dispatch({ effects });
  }, [id, label, describedBy]);

  useEffect(() => {
    const { mode } = parts.current;
    view.current?.dispatch({ effects: mode.reconfigure(modeOf(language, names)) });
  }, [language, names]);

  useEffect(() => {
    const { phrases } = parts.current;
    const texts = EditorState.phrases.of(t('codeEditor', { returnObjects: true }));
    view.current?.dispatch({ effects: phrases.reconfigure(texts) });
  }, [t]);

  useEffect(() => {
    const { scheme } = parts.current;
    view.current?.dispatch({ effects: scheme.reconfigure(EditorView.darkTheme.of(isDark)) });
  }, [isDark]);

  useEffect(() => {
    const { writing } = parts.current;
    view.current?.dispatch({ effects: writing.reconfigure(writingOf(readOnly)) });
  }, [readOnly]);

  // Undo and another language change the text without the editor.
  useEffect(() => {
    const { current } = view;
    if (current !== undefined && current.state.doc.toString() !== value) {
      current.dispatch({
        changes: { from: 0, to: current.state.doc.length, insert: value },
        userEvent: SYNC,
      });
    }
  }, [value]);

  useEffect(() => {
    const { current } = view;
    if (current !== undefined) {
      const text = current.state.doc.toString();
      const diagnostics = marks.map(({ severity, message, at = { line: 1, column: 1 } }) => ({
        ...spanAt(text, at),
        severity,
        message,
      }));
      current.dispatch(setDiagnostics(current.state, diagnostics));
    }
  }, [marks]);

  useImperativeHandle(ref, () => ({
    goTo(position) {
      const { current } = view;
      if (current !== undefined) {
        const { from } = spanAt(current.state.doc.toString(), position);
        current.dispatch({ selection: { anchor: from }, scrollIntoView: true });
        current.focus();
      }
    },
  }));

  const heights = {
    '--editor-min-height': `${minHeight}px`,
    '--editor-max-height': `${maxHeight}px`,
  } as CSSProperties;
  return <div ref={host} className={classes.editor} style={heights} />;
}

/** Marks changes that come from outside of the editor. */
const SYNC = 'sync';

const BASICS: Extension = [
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  lintGutter(),
  indentUnit.of('    '),
  EditorState.tabSize.of(4),
  EditorView.lineWrapping,
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    indentWithTab,
  ]),
  editorTheme,
];

function compartments() {
  return {
    attributes: new Compartment(),
    mode: new Compartment(),
    phrases: new Compartment(),
    scheme: new Compartment(),
    writing: new Compartment(),
  };
}

function attributesOf(id: string | undefined, label: string, describedBy: string | undefined) {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    // Escape belongs to the editor: it must not close the dialog around it.
    'data-mantine-stop-propagation': 'true',
    autocapitalize: 'off',
    ...(id === undefined ? {} : { id }),
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  });
}

function modeOf(language: 'json' | ScriptLanguage, names: KnownNames): Extension {
  // TBEL is close enough to JavaScript for its grammar to find the same words and brackets.
  return language === 'json' ? json() : [javascriptLanguage, scriptCompletion(language, names)];
}

function writingOf(readOnly: boolean): Extension {
  return [EditorState.readOnly.of(readOnly), EditorView.editable.of(true)];
}
