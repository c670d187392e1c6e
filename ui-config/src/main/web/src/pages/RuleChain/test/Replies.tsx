// SPDX-License-Identifier: Apache-2.0
import { NumberInput, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { groupOf } from '../../../model/chain/catalogue';
import { EMPTY_REPLY, type Reply } from '../../../model/test/message';
import { useChain, useEditing } from '../chainContext';
import { useTest, useTesting } from './testContext';
import classes from './TestPanel.module.css';

/** What the calls of external nodes are answered with, as no call leaves the server in a test. */
export function Replies() {
  const { t } = useTranslation();
  const { store } = useTesting();
  const { catalogue } = useEditing();
  const replies = useTest(({ draft }) => draft.replies);
  const effects = useTest(({ run }) => run?.report.effects);
  const nodes = useChain(({ history }) => history.present.nodes);
  const callers = new Set([
    ...[...nodes.values()]
      .filter(({ type }) => groupOf(catalogue.find(type)) === 'EXTERNAL')
      .map(({ name }) => name),
    ...(effects ?? []).filter(({ kind }) => kind === 'HTTP_CALL').map(({ nodeName }) => nodeName),
    ...Object.keys(replies),
  ]);
  const set = (node: string, part: Partial<Reply>) => {
    const { draft } = store.getState();
    const reply = { ...EMPTY_REPLY, ...draft.replies[node], ...part };
    store.getState().change({ replies: { ...draft.replies, [node]: reply } });
  };

  return (
    <div className={classes.column}>
      <Text size="xs" c="dimmed">
        {t(callers.size === 0 ? 'chainTest.noCalls' : 'chainTest.repliesHelp')}
      </Text>
      {[...callers].map((node) => {
        const { status, body } = replies[node] ?? EMPTY_REPLY;
        return (
          <fieldset key={node} className={classes.fieldset}>
            <legend className={classes.label}>{node}</legend>
            <div className={classes.reply}>
              <NumberInput
                label={t('chainTest.status')}
                value={status}
                min={100}
                max={599}
                allowDecimal={false}
                hideControls
                onChange={(value) => {
                  if (typeof value === 'number') {
                    set(node, { status: value });
                  }
                }}
              />
              <Textarea
                label={t('chainTest.body')}
                value={body}
                autosize
                minRows={1}
                maxRows={6}
                spellCheck={false}
                onChange={({ currentTarget: { value } }) => set(node, { body: value })}
              />
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}
