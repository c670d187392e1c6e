// SPDX-License-Identifier: Apache-2.0
import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeadLetterDetails } from '../../api/deadLetters';
import { EntityName } from '../../components/EntityName';
import { RelativeTime } from '../../components/RelativeTime';
import { exactTime } from '../../model/time';
import { Place } from '../DeadLetters/LetterTable';
import classes from './DeadLetterPage.module.css';

/** When and where the message failed. */
export function Facts({ letter }: { readonly letter: DeadLetterDetails }) {
  const { t } = useTranslation();
  const { createdTime, ts, originator, attempts, queueName, messageId } = letter;
  return (
    <dl className={classes.facts}>
      <Fact name={t('deadLetters.letter.place')}>
        <Place letter={letter} />
      </Fact>
      <Fact name={t('deadLetters.letter.time')}>
        {exactTime(createdTime)} (<RelativeTime ts={createdTime} />)
      </Fact>
      <Fact name={t('deadLetters.letter.attempts')}>{attempts}</Fact>
      <Fact name={t('deadLetters.letter.originator')}>
        <EntityName entityType={originator.entityType} id={originator.id} />
      </Fact>
      <Fact name={t('deadLetters.letter.queue')}>{queueName}</Fact>
      <Fact name={t('deadLetters.letter.created')}>{exactTime(ts)}</Fact>
      {messageId !== null && (
        <Fact name={t('deadLetters.letter.messageId')}>
          <Code>{messageId}</Code>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
