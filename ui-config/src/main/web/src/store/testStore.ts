// SPDX-License-Identifier: Apache-2.0
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TestCase } from '../api/chainTests';
import type { ChainDocument } from '../model/chain/document';
import { draftOf, NEW_DRAFT, type TestDraft } from '../model/test/message';
import type { CaseResult, TestReport } from '../model/test/report';
import { behavesLike } from '../model/test/same';
import { wayOf, type Way } from '../model/test/way';

export type TestTab = 'message' | 'steps' | 'cases';

/** A run with the chain that it went through, and its message. */
export interface FinishedRun {
  readonly report: TestReport;
  readonly draft: TestDraft;
  readonly document: ChainDocument;
  readonly way: Way;
}

interface Results {
  readonly document: ChainDocument;
  readonly byCase: ReadonlyMap<string, CaseResult>;
}

/** The test panel of a rule chain. */
export interface TestState {
  readonly open: boolean;
  readonly tab: TestTab;
  readonly draft: TestDraft;
  /** The test case that is being edited. */
  readonly openCase: TestCase | undefined;
  readonly run: FinishedRun | undefined;
  /** The way of a real message, which is drawn while no run is shown. */
  readonly followed: Way | undefined;
  /** The way to draw: that of the run, while the panel is open and the chain is as it was; or the one that is followed. */
  readonly way: Way | undefined;
  /** Index of the step that is shown. */
  readonly step: number;
  readonly results: Results | undefined;
  /** Whether the chain has changed since the run, or since the test cases ran. */
  readonly stale: boolean;
  readonly resultsStale: boolean;
  readonly running: boolean;
  readonly fault: Error | undefined;

  /** Draws the way of a real message; undefined: of none. */
  readonly follow: (followed: Way | undefined) => void;
  readonly toggle: () => void;
  readonly show: (tab: TestTab) => void;
  readonly change: (change: Partial<TestDraft>) => void;
  /** Takes over the message of a test case to edit it; undefined: the next one that is saved is new. */
  readonly edit: (testCase: TestCase | undefined) => void;
  readonly begin: () => void;
  readonly finish: (run: Omit<FinishedRun, 'way'>) => void;
  readonly end: (fault: Error | undefined) => void;
  readonly select: (step: number) => void;
  /** Adds results of test cases that ran on a chain. */
  readonly take: (results: readonly CaseResult[], document: ChainDocument) => void;
  /** Compares run and results with the present chain. */
  readonly notice: (present: ChainDocument) => void;
}

export type TestStore = StoreApi<TestState>;

export function createTestStore(chainId: string): TestStore {
  return createStore<TestState>()((change, get) => {
    const set = (next: Partial<TestState>) => {
      const { open, run, stale, followed } = { ...get(), ...next };
      change({ ...next, way: (open && !stale ? run?.way : undefined) ?? followed });
    };
    return {
      open: false,
      tab: 'message',
      draft: NEW_DRAFT,
      openCase: undefined,
      run: undefined,
      followed: undefined,
      way: undefined,
      step: 0,
      results: undefined,
      stale: false,
      resultsStale: false,
      running: false,
      fault: undefined,

      follow: (followed) => set({ followed }),
      toggle: () => set({ open: !get().open }),
      show: (tab) => set({ open: true, tab }),
      change: (part) => set({ draft: { ...get().draft, ...part } }),
      edit: (openCase) =>
        set({
          openCase,
          ...(openCase === undefined ? {} : { draft: draftOf(openCase.input), run: undefined }),
        }),
      begin: () => set({ running: true, fault: undefined }),
      finish: (run) =>
        set({
          run: { ...run, way: wayOf(run.report, chainId, run.document) },
          step: firstShown(run.report),
          stale: false,
        }),
      end: (fault) => set({ running: false, fault }),
      select: (step) => set({ step }),
      take: (results, document) => {
        const { results: former } = get();
        const kept =
          former !== undefined && behavesLike(former.document, document) ? former.byCase : [];
        set({
          results: {
            document,
            byCase: new Map([...kept, ...results.map((each) => [each.id, each] as const)]),
          },
          resultsStale: false,
        });
      },
      notice: (present) => {
        const { run, results, stale, resultsStale } = get();
        const changed = {
          stale: run !== undefined && !behavesLike(run.document, present),
          resultsStale: results !== undefined && !behavesLike(results.document, present),
        };
        if (changed.stale !== stale || changed.resultsStale !== resultsStale) {
          set(changed);
        }
      },
    };
  });
}

/** The step that failed, otherwise the first one. */
function firstShown({ steps }: TestReport): number {
  return Math.max(
    0,
    steps.findIndex(({ error }) => error !== null),
  );
}
