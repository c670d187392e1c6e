// SPDX-License-Identifier: Apache-2.0
import { createStore, type StoreApi } from 'zustand/vanilla';
import { differenceBetween, isEmptyDifference } from '../model/chain/difference';
import type { ChainDocument, ConnectionId, NodeId, Position } from '../model/chain/document';
import type { Parts } from '../model/chain/edits';
import { findingsByNode, type LocatedFinding } from '../model/chain/findings';
import { newId } from '../model/chain/ids';
import { amend, historyOf, redo, step, undo, type History } from '../model/chain/history';
import { arrange } from '../model/chain/layout';
import {
  fromMetadata,
  isWithoutLayout,
  toMetadata,
  type RuleChainMetadata,
} from '../model/chain/metadata';
import { without } from '../model/json';
import { draftKey, dropDraft, findDraft, keepDraft, type Draft, type StoredDraft } from './drafts';

export const NO_PARTS: Parts = { nodes: new Set(), connections: new Set(), notes: new Set() };

/** The dialog that is open. */
export type Dialog =
  | { readonly kind: 'add'; readonly position?: Position }
  | { readonly kind: 'addAfter'; readonly from: NodeId; readonly position?: Position }
  | { readonly kind: 'insert'; readonly connection: ConnectionId }
  | { readonly kind: 'connect'; readonly from: NodeId }
  | { readonly kind: 'labels'; readonly from: NodeId; readonly to: NodeId }
  | { readonly kind: 'replace'; readonly node: NodeId }
  | { readonly kind: 'usedBy' }
  | { readonly kind: 'save' }
  | { readonly kind: 'rename' }
  | { readonly kind: 'table' }
  | { readonly kind: 'help' };

export interface EditOptions {
  /** Edits with the same key that follow each other are one step of the history. */
  readonly key?: string;
  /** The selection after the edit. */
  readonly select?: Parts;
  /** A text for screen readers. */
  readonly announce?: string;
}

/** A rule chain that is being edited. */
export interface ChainState {
  readonly chainId: string;
  readonly history: History;
  /** What the server has, as far as the editor knows. */
  readonly saved: ChainDocument;
  /** The version of the chain that the server had when it was loaded or saved. */
  readonly version: number;
  readonly selection: Parts;
  readonly findings: readonly LocatedFinding[];
  readonly findingsByNode: ReadonlyMap<NodeId, readonly LocatedFinding[]>;
  /** Whether the findings are those of the present document. */
  readonly checked: boolean;
  readonly checkFault: string | undefined;
  readonly announcement: string;
  readonly dialog: Dialog | undefined;
  /** A draft that is offered to the user. */
  readonly offeredDraft: StoredDraft | undefined;
  /** Whether the browser could keep the latest draft. */
  readonly draftKept: boolean;

  readonly edit: (
    change: (document: ChainDocument) => ChainDocument,
    options?: EditOptions,
  ) => void;
  readonly undo: (announce: string) => void;
  readonly redo: (announce: string) => void;
  readonly select: (selection: Parts) => void;
  readonly show: (dialog: Dialog | undefined) => void;
  readonly announce: (text: string) => void;
  /** Takes over the findings about a document, if it is still the present one. */
  readonly report: (document: ChainDocument, findings: readonly LocatedFinding[]) => void;
  readonly reportFault: (message: string) => void;
  /** Takes over the answer to the save of a document. */
  readonly acceptSave: (sent: ChainDocument, answer: RuleChainMetadata) => void;
  /** Takes over the version of a rename, if the chain has not been changed otherwise. */
  readonly acceptRename: (version: number) => void;
  /** Replaces everything by what the server has; the changes stay as a draft. */
  readonly load: (metadata: RuleChainMetadata) => void;
  /** Replaces all nodes and connections by those of a file, as a change that is not saved. */
  readonly open: (metadata: RuleChainMetadata) => void;
  readonly applyDraft: () => void;
  readonly discardDraft: () => void;
  /** Keeps the changes as a draft, or drops the draft of this visit if there are none. */
  readonly keepDraft: () => void;
}

export type ChainStore = StoreApi<ChainState>;

export function createChainStore(
  user: string,
  chainId: string,
  metadata: RuleChainMetadata,
): ChainStore {
  const visit = newId();
  const ownKey = (version: number) => draftKey(user, chainId, version, visit);
  return createStore<ChainState>()((set, get) => {
    const change = (history: History, options: EditOptions = {}) => {
      const { history: former, selection } = get();
      if (history === former) {
        return;
      }
      set({
        history,
        selection: present(options.select ?? selection, history.present),
        checked: false,
        ...(options.announce === undefined ? {} : { announcement: options.announce }),
      });
    };

    const opened = (loaded: RuleChainMetadata) => {
      const document = documentOf(loaded);
      return {
        history: historyOf(document),
        saved: document,
        version: loaded.version ?? 0,
        selection: NO_PARTS,
        findings: [],
        findingsByNode: new Map(),
        checked: false,
        checkFault: undefined,
      };
    };

    return {
      chainId,
      ...opened(metadata),
      announcement: '',
      dialog: undefined,
      offeredDraft: findDraft(user, chainId),
      draftKept: true,

      edit: (edit, options = {}) => {
        const { history } = get();
        change(step(history, edit(history.present), options.key, Date.now()), options);
      },
      undo: (announce) => change(undo(get().history), { announce }),
      redo: (announce) => change(redo(get().history), { announce }),
      select: (selection) => set({ selection }),
      show: (dialog) => set({ dialog }),
      announce: (announcement) => set({ announcement }),

      report: (document, findings) => {
        if (document === get().history.present) {
          set({
            findings,
            findingsByNode: findingsByNode(findings),
            checked: true,
            checkFault: undefined,
          });
        }
      },
      reportFault: (checkFault) => set({ checkFault }),

      acceptSave: (sent, answer) => {
        const { history, version } = get();
        const stored = fromMetadata(answer);
        const unchanged = isEmptyDifference(differenceBetween(sent, stored));
        const isPresent = history.present === sent;
        set({
          // The server may have upgraded a configuration.
          history: unchanged || !isPresent ? history : amend(history, stored),
          saved: unchanged || !isPresent ? sent : stored,
          version: answer.version ?? 0,
        });
        dropDraft(ownKey(version));
        get().keepDraft();
      },
      acceptRename: (renamed) => {
        const { version } = get();
        if (renamed === version + 1) {
          dropDraft(ownKey(version));
          set({ version: renamed });
          get().keepDraft();
        }
      },
      load: (loaded) => {
        get().keepDraft();
        set({ ...opened(loaded), offeredDraft: undefined });
      },

      open: (file) => {
        get().edit((document) => {
          const { rest, ...parts } = documentOf(file);
          return { ...parts, rest: { ...document.rest, ...without(rest, ['ruleChainId']) } };
        });
      },

      applyDraft: () => {
        const { offeredDraft } = get();
        if (offeredDraft === undefined) {
          return;
        }
        const { key, draft } = offeredDraft;
        const base = documentOf(draft.base);
        const history = step(historyOf(base), fromMetadata(draft.changed), undefined, 0);
        set({
          ...opened(draft.base),
          history,
          saved: base,
          version: draft.version,
          offeredDraft: undefined,
        });
        get().keepDraft();
        if (get().draftKept) {
          dropDraft(key);
        }
      },
      discardDraft: () => {
        const { offeredDraft } = get();
        if (offeredDraft !== undefined) {
          dropDraft(offeredDraft.key);
          set({ offeredDraft: undefined });
        }
      },
      keepDraft: () => {
        const state = get();
        const { history, saved, version } = state;
        if (isDirty(state)) {
          const draft: Draft = {
            version,
            at: Date.now(),
            base: toMetadata(saved, version),
            changed: toMetadata(history.present, version),
          };
          set({ draftKept: keepDraft(ownKey(version), draft) });
        } else {
          dropDraft(ownKey(version));
        }
      },
    };
  });
}

/** Whether there are changes that are not saved. */
export function isDirty({ history, saved }: ChainState): boolean {
  return history.present !== saved;
}

function documentOf(metadata: RuleChainMetadata): ChainDocument {
  const document = fromMetadata(metadata);
  return isWithoutLayout(metadata) ? arrange(document) : document;
}

/** The parts of a selection that a document has. */
function present(selection: Parts, document: ChainDocument): Parts {
  const those = (ids: ReadonlySet<string>, all: ReadonlyMap<string, unknown>) => {
    const kept = [...ids].filter((id) => all.has(id));
    return kept.length === ids.size ? ids : new Set(kept);
  };
  const nodes = those(selection.nodes, document.nodes);
  const connections = those(selection.connections, document.connections);
  const notes = those(selection.notes, document.notes);
  return nodes === selection.nodes &&
    connections === selection.connections &&
    notes === selection.notes
    ? selection
    : { nodes, connections, notes };
}
