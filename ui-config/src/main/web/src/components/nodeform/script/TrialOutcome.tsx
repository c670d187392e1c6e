// SPDX-License-Identifier: Apache-2.0
import { Alert, Anchor, Badge, Code, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ScriptTrial, ScriptTrialResult } from '../../../api/scripts';
import { writeJson } from '../../../model/exactJson';
import { positionIn, type Position } from '../../../model/script/position';
import { outcomeOf, type Outcome, type TrialMessage } from '../../../model/script/trial';
import classes from './ScriptTest.module.css';

export interface FinishedTrial {
  readonly trial: ScriptTrial;
  readonly result: ScriptTrialResult;
  readonly ms: number;
}

interface TrialOutcomeProps {
  readonly finished: FinishedTrial | undefined;
  readonly isStale: boolean;
  readonly onGoTo: (position: Position) => void;
}

/** What a test of a script gave, in the words of the node. */
export function TrialOutcome({ finished, isStale, onGoTo }: TrialOutcomeProps) {
  const { t } = useTranslation();
  if (finished === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {t('nodeForm.test.resultHint')}
      </Text>
    );
  }
  const { trial, result, ms } = finished;
  return (
    <div className={classes.result}>
      {isStale && (
        <Text size="xs" className={classes.stale ?? ''}>
          {t('nodeForm.test.stale')}
        </Text>
      )}
      {result.error === '' ? (
        <OutcomeView outcome={outcomeOf(trial.type, result.output)} />
      ) : (
        <Failure error={result.error} onGoTo={onGoTo} />
      )}
      <Text size="xs" c="dimmed">
        {t('nodeForm.test.took', { ms })}
      </Text>
    </div>
  );
}

interface FailureProps {
  readonly error: string;
  readonly onGoTo: (position: Position) => void;
}

function Failure({ error, onGoTo }: FailureProps) {
  const { t } = useTranslation();
  const position = positionIn(error);
  return (
    <Alert color="red" variant="light" title={t('nodeForm.test.failed')} py="xs">
      <span className={classes.error}>{error}</span>{' '}
      {position !== undefined && (
        <Anchor component="button" type="button" size="sm" onClick={() => onGoTo(position)}>
          {t('nodeForm.script.goTo', { line: position.line })}
        </Anchor>
      )}
    </Alert>
  );
}

function OutcomeView({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  switch (outcome.kind) {
    case 'labels':
      return outcome.labels.length === 0 ? (
        <Text size="sm">{t('nodeForm.test.leavesNowhere')}</Text>
      ) : (
        <Group gap={6}>
          <Text size="sm">{t('nodeForm.test.leavesBy', { count: outcome.labels.length })}</Text>
          {outcome.labels.map((label) => (
            <Badge key={label} variant="light" tt="none" size="lg">
              {label}
            </Badge>
          ))}
        </Group>
      );
    case 'messages':
      return <Messages messages={outcome.messages} />;
    case 'text':
      return outcome.text === '' ? (
        <Text size="sm">{t('nodeForm.test.emptyText')}</Text>
      ) : (
        <Block label={t('nodeForm.test.text')} text={outcome.text} />
      );
  }
}

function Messages({ messages }: { readonly messages: readonly TrialMessage[] }) {
  const { t } = useTranslation();
  if (messages.length === 0) {
    return <Text size="sm">{t('nodeForm.test.noMessages')}</Text>;
  }
  return messages.map(({ msg, metadata, msgType }, index) => (
    <div key={index} className={classes.message}>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {messages.length === 1
            ? t('nodeForm.test.message')
            : t('nodeForm.test.messageNumber', { number: index + 1, count: messages.length })}
        </Text>
        <Code>{msgType}</Code>
      </Group>
      <Block label={t('nodeForm.test.data')} text={writeJson(msg, 2)} />
      <Block label={t('nodeForm.test.metadata')} text={writeJson(metadata, 2)} />
    </div>
  ));
}

function Block({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure className={classes.block}>
      <figcaption>{label}</figcaption>
      {/* Long output scrolls: the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </figure>
  );
}
