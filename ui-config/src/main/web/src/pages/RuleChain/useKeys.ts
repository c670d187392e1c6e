// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';
import { isDirty } from '../../store/chainStore';
import { useEditing, type ChainEditing } from './chainContext';
import { SEARCH_FIELD_ID } from './ChainSearch';

const FAR = 5;

/** The keys of the editor, and copy, cut and paste through the browser's own events, which need no permission. */
export function useKeys(): void {
  const editing = useEditing();
  useEffect(() => {
    const { commands, store } = editing;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && handle(event, editing)) {
        event.preventDefault();
      }
    };
    const onCopy = (event: ClipboardEvent) => {
      const text = isElsewhere(event.target) || hasSelectedText() ? undefined : commands.copied();
      if (text !== undefined) {
        event.clipboardData?.setData('text/plain', text);
        event.preventDefault();
        if (event.type === 'cut') {
          commands.removeSelected();
        }
      }
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isElsewhere(event.target) && store.getState().dialog === undefined) {
        event.preventDefault();
        commands.pasteText(event.clipboardData?.getData('text/plain') ?? '');
      }
    };
    window.addEventListener('keydown', onKeyDown);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [editing]);
}

/** Answers whether the key has done something. */
function handle(event: KeyboardEvent, { store, commands }: ChainEditing): boolean {
  const state = store.getState();
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;

  if (command && key === 's') {
    if (state.dialog === undefined && isDirty(state)) {
      state.show({ kind: 'save' });
    }
    return true;
  }
  if (isElsewhere(event.target) || state.dialog !== undefined || event.altKey) {
    return false;
  }
  if (command) {
    return handleCommand(key, event.shiftKey, commands);
  }
  const [node] = state.selection.nodes.size === 1 ? state.selection.nodes : [];
  const [connection] = state.selection.connections;
  const ends =
    connection === undefined ? undefined : state.history.present.connections.get(connection);
  const distance = event.shiftKey ? FAR : 1;
  switch (key) {
    case 'Delete':
    case 'Backspace':
      commands.removeSelected();
      return true;
    case 'Escape':
      commands.clearSelection();
      return true;
    case 'ArrowLeft':
      return nudge(-distance, 0);
    case 'ArrowRight':
      return nudge(distance, 0);
    case 'ArrowUp':
      return nudge(0, -distance);
    case 'ArrowDown':
      return nudge(0, distance);
    case 'a':
      state.show(node === undefined ? { kind: 'add' } : { kind: 'addAfter', from: node });
      return true;
    case 'c':
      if (node !== undefined) {
        state.show({ kind: 'connect', from: node });
      }
      return node !== undefined;
    case 'e':
      if (ends !== undefined) {
        state.show({ kind: 'labels', from: ends.from, to: ends.to });
      }
      return ends !== undefined;
    case 'n':
      if (state.history.present.nodes.size > 0) {
        commands.addNote();
      }
      return true;
    case 't':
      state.show({ kind: 'table' });
      return true;
    case 'l':
      commands.arrange();
      return true;
    case 'f':
      commands.fit();
      return true;
    case '+':
    case '=':
      commands.zoomIn();
      return true;
    case '-':
      commands.zoomOut();
      return true;
    case '/':
      focusSearch();
      return true;
    case '?':
      state.show({ kind: 'help' });
      return true;
    default:
      return false;
  }

  function nudge(dx: number, dy: number): boolean {
    const moves = state.selection.nodes.size + state.selection.notes.size > 0;
    if (moves) {
      commands.nudge(dx, dy);
    }
    return moves;
  }
}

function handleCommand(key: string, shift: boolean, commands: ChainEditing['commands']): boolean {
  switch (key) {
    case 'z':
      if (shift) {
        commands.redo();
      } else {
        commands.undo();
      }
      return true;
    case 'y':
      commands.redo();
      return true;
    case 'd':
      commands.duplicate();
      return true;
    case 'a':
      commands.selectAll();
      return true;
    case 'f':
      focusSearch();
      return true;
    default:
      return false;
  }
}

function focusSearch(): void {
  const field = document.getElementById(SEARCH_FIELD_ID);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

/** Whether the keys belong to a field, a menu or a dialog. */
export function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]',
    ) !== null
  );
}

function hasSelectedText(): boolean {
  return (document.getSelection()?.toString() ?? '') !== '';
}
