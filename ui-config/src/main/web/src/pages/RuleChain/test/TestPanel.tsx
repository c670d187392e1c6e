// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Button, Tabs } from '@mantine/core';
import { useReactFlow, type ReactFlowInstance } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleChain } from '../../../api/ruleChains';
import { ErrorNote } from '../../../components/ErrorNote';
import { PlayIcon } from '../../../components/nodeform/icons';
import type { TestTab } from '../../../store/testStore';
import { CloseIcon } from '../icons';
import { CaseTab } from './CaseTab';
import { MessageTab } from './MessageTab';
import { StepsTab } from './StepsTab';
import { TEST_BUTTON_ID } from './TestButton';
import { useTest, useTesting } from './testContext';
import classes from './TestPanel.module.css';

/** The test of the chain, below the drawing. */
export function TestPanel({ chain }: { readonly chain: RuleChain }) {
  const open = useTest((state) => state.open);
  return open ? <OpenPanel chain={chain} /> : null;
}

/** Keeps the middle of the drawing in the middle when its height changes. */
function moveBy(flow: Pick<ReactFlowInstance, 'getViewport' | 'setViewport'>, dy: number): void {
  const { x, y, zoom } = flow.getViewport();
  void flow.setViewport({ x, y: y + dy, zoom });
}

const TABS: readonly TestTab[] = ['message', 'steps', 'cases'];

function OpenPanel({ chain }: { readonly chain: RuleChain }) {
  const { t } = useTranslation();
  const { store, commands } = useTesting();
  const tab = useTest((state) => state.tab);
  const running = useTest((state) => state.running);
  const fault = useTest((state) => state.fault);
  const panel = useRef<HTMLElement>(null);
  const flow = useReactFlow();

  useEffect(() => {
    const height = panel.current?.offsetHeight ?? 0;
    panel.current?.focus();
    moveBy(flow, -height / 2);
    return () => {
      moveBy(flow, height / 2);
      document.getElementById(TEST_BUTTON_ID)?.focus();
    };
  }, [flow]);

  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={t('chainTest.open')}
      aria-busy={running}
      data-test-panel
      tabIndex={-1}
    >
      <Tabs
        value={tab}
        onChange={(value) => store.getState().show(value as TestTab)}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <div className={classes.head}>
          <Tabs.List className={classes.tabList ?? ''} aria-label={t('chainTest.open')}>
            {TABS.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`chainTest.tab.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Button
            size="xs"
            leftSection={<PlayIcon />}
            loading={running}
            title={`${t('chainTest.runKey')} (Ctrl+Enter)`}
            onClick={() => void commands.run()}
          >
            {t('chainTest.run')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('chainTest.close')}
            title={t('chainTest.close')}
            onClick={store.getState().toggle}
          >
            <CloseIcon />
          </ActionIcon>
        </div>
        <div className={classes.body}>
          {fault !== undefined && <ErrorNote error={fault} />}
          <Tabs.Panel value="message">
            <MessageTab chainId={chain.id.id} />
          </Tabs.Panel>
          <Tabs.Panel value="steps">
            <StepsTab chainId={chain.id.id} />
          </Tabs.Panel>
          <Tabs.Panel value="cases">
            <CaseTab chain={chain} />
          </Tabs.Panel>
        </div>
      </Tabs>
    </section>
  );
}
