// SPDX-License-Identifier: Apache-2.0
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { listTestCases, runTest, runTestCases, type TestCase } from '../../../api/chainTests';
import { toMetadata } from '../../../model/chain/metadata';
import { inputOf } from '../../../model/test/message';
import type { ChainStore } from '../../../store/chainStore';
import type { TestStore } from '../../../store/testStore';
import type { Commands } from '../commands';

/** What a user can do with the tests of a rule chain. */
export interface TestCommands {
  /** Runs the message through the chain as it is drawn. */
  readonly run: () => Promise<void>;
  readonly runAll: () => Promise<void>;
  readonly runCase: (id: string) => Promise<void>;
  /** Opens a test case to edit it, and runs it. */
  readonly open: (testCase: TestCase) => Promise<void>;
  readonly openById: (id: string) => Promise<void>;
  /** Shows a step of the run, and its node. */
  readonly select: (step: number) => void;
}

export function testCasesKey(chainId: string) {
  return ['testCases', chainId] as const;
}

export function createTestCommands(
  chainStore: ChainStore,
  store: TestStore,
  editing: Commands,
  queries: QueryClient,
  t: TFunction,
): TestCommands {
  const { chainId } = chainStore.getState();
  const present = () => chainStore.getState().history.present;

  /** One run at a time; its fault is shown in the panel. */
  const guarded = async (action: () => Promise<void>) => {
    const state = store.getState();
    if (state.running) {
      return;
    }
    state.begin();
    try {
      await action();
      // The chain may have been edited meanwhile.
      store.getState().notice(present());
      store.getState().end(undefined);
    } catch (e) {
      store.getState().end(e instanceof Error ? e : new Error(String(e)));
    }
  };
  const runMessage = async () => {
    const document = present();
    const { draft } = store.getState();
    const id = { entityType: 'RULE_CHAIN', id: chainId } as const;
    const report = await runTest(id, toMetadata(document), inputOf(draft));
    store.getState().finish({ report, draft, document });
    store.getState().show('steps');
    chainStore.getState().announce(
      t(report.outcome === 'FAILED' ? 'chainTest.announce.failed' : 'chainTest.announce.done', {
        count: report.steps.length,
      }),
    );
  };
  const runCases = async (id?: string) => {
    const document = present();
    const { results } = await runTestCases(chainId, toMetadata(document), id);
    store.getState().take(results, document);
    const failed = results.filter(({ passed }) => !passed).length;
    chainStore
      .getState()
      .announce(
        failed === 0
          ? t('chainTest.announce.passed', { count: results.length })
          : t('chainTest.announce.casesFailed', { count: failed }),
      );
  };
  const open = (testCase: TestCase) => {
    store.getState().edit(testCase);
    return guarded(async () => {
      await runCases(testCase.id);
      await runMessage();
    });
  };

  return {
    run: () => guarded(runMessage),
    runAll: () => guarded(() => runCases()),
    runCase: (id) => guarded(() => runCases(id)),
    open,
    openById: async (id) => {
      store.getState().show('cases');
      const cases = await queries.fetchQuery({
        queryKey: testCasesKey(chainId),
        queryFn: ({ signal }) => listTestCases(chainId, signal),
      });
      const found = cases.find((each) => each.id === id);
      if (found !== undefined) {
        await open(found);
      }
    },
    select: (step) => {
      store.getState().select(step);
      const node = store.getState().run?.report.steps[step]?.nodeId.id;
      if (node !== undefined && present().nodes.has(node)) {
        editing.selectNode(node);
      }
    },
  };
}
