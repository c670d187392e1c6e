// SPDX-License-Identifier: Apache-2.0
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours are variables of the page: they follow the colour scheme without a new editor. */
const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.propertyName], color: 'var(--code-property)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--code-function)',
  },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: 'var(--code-operator)' },
]);

const look = EditorView.theme({
  '&': {
    fontSize: '0.82rem',
    background: 'var(--code-background)',
    color: 'var(--mantine-color-text)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '1.55',
    maxHeight: 'var(--editor-max-height)',
  },
  '.cm-content, .cm-gutter': { minHeight: 'var(--editor-min-height)' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--mantine-color-text)' },
  // Chromium gives a line the style of the text that it replaces, and the editor does not always remove it.
  '.cm-line': { color: 'inherit !important', fontStyle: 'inherit !important' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    background: 'transparent',
    color: 'var(--mantine-color-dimmed)',
    border: 'none',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { background: 'var(--code-active-line)' },
  '.cm-activeLineGutter': { background: 'transparent', color: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      background: 'var(--code-selection)',
    },
  '.cm-selectionMatch': { background: 'var(--accent-soft)' },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--code-selection)',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { color: 'var(--code-error)', background: 'transparent' },
  '.cm-searchMatch': { background: 'var(--code-match)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)' },
  '.cm-panels': {
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '0.4rem 2rem 0.4rem 0.5rem', fontSize: '0.8rem' },
  '.cm-panel.cm-search label': { fontSize: '0.75rem' },
  '.cm-textfield': {
    background: 'var(--mantine-color-body)',
    color: 'inherit',
    border: '1px solid var(--control-line)',
    borderRadius: '4px',
    fontSize: '0.8rem',
  },
  '.cm-button': {
    background: 'var(--mantine-color-default)',
    backgroundImage: 'none',
    color: 'inherit',
    border: '1px solid var(--control-line)',
    borderRadius: '4px',
    fontSize: '0.75rem',
  },
  '.cm-panel.cm-search [name=close]': { color: 'inherit', fontSize: '1.1rem', padding: '0 0.4rem' },
  '.cm-tooltip': {
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--mantine-radius-sm)',
    boxShadow: 'var(--mantine-shadow-md)',
    zIndex: 400,
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: '0.8rem',
    maxHeight: '14rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--code-on-accent)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: 0.8 },
  '.cm-completionInfo': { fontSize: '0.8rem', maxWidth: '18rem' },
  '.cm-diagnostic': { fontSize: '0.8rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--code-error)' },
  '.cm-placeholder': { color: 'var(--mantine-color-dimmed)' },
});

export const editorTheme: Extension = [look, syntaxHighlighting(highlight)];
