// SPDX-License-Identifier: Apache-2.0
import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_FILTER, type DeadLetterFilter } from '../../api/deadLetters';
import { NO_TEXTS } from '../../components/nodeform/fields/choice';
import { ListedEntityInput } from '../../components/nodeform/fields/EntityInput';
import { QueueInput } from '../../components/nodeform/fields/QueueInput';
import { inputText } from '../../model/range';
import classes from './DeadLetters.module.css';
import { isFiltered, isReversed } from './useLetterAddress';

const TYPING_PAUSE_MS = 400;
const MINUTE_MS = 60_000;

interface LetterFiltersProps {
  readonly filter: DeadLetterFilter;
  /** @param again whether the filter replaces the one before in the history, as each key stroke does */
  readonly onFilter: (filter: DeadLetterFilter, again: boolean) => void;
}

/** The conditions of the list beside the search: message type, queue, rule chain and time. */
export function LetterFilters({ filter, onFilter }: LetterFiltersProps) {
  const { t } = useTranslation();
  const id = useId();
  const { startTime, endTime } = filter;
  const reversed = isReversed(filter);
  return (
    <section aria-label={t('deadLetters.filter.title')} className={classes.filters}>
      <TypeField
        type={filter.messageType}
        onType={(messageType) => onFilter({ ...filter, messageType }, true)}
      />
      <div>
        <label htmlFor={`${id}-queue`} className={classes.label}>
          {t('deadLetters.filter.queue')}
        </label>
        <QueueInput
          id={`${id}-queue`}
          value={filter.queueName || null}
          placeholder={t('deadLetters.filter.anyQueue')}
          onChange={(queueName) => onFilter({ ...filter, queueName: queueName ?? '' }, false)}
          clearable
          readOnly={false}
          texts={NO_TEXTS}
        />
      </div>
      <div>
        <label htmlFor={`${id}-chain`} className={classes.label}>
          {t('deadLetters.filter.chain')}
        </label>
        <ListedEntityInput
          id={`${id}-chain`}
          entityType="RULE_CHAIN"
          value={filter.ruleChainId || null}
          placeholder={t('deadLetters.filter.anyChain')}
          onChange={(ruleChainId) => onFilter({ ...filter, ruleChainId: ruleChainId ?? '' }, false)}
          clearable
          readOnly={false}
          texts={NO_TEXTS}
        />
      </div>
      <TextInput
        type="datetime-local"
        label={t('deadLetters.filter.from')}
        classNames={{ label: classes.label ?? '' }}
        value={startTime === undefined ? '' : inputText(startTime)}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, startTime: timeOf(value) }, true)
        }
      />
      <TextInput
        type="datetime-local"
        label={t('deadLetters.filter.to')}
        classNames={{ label: classes.label ?? '' }}
        value={endTime === undefined ? '' : inputText(endTime)}
        error={reversed ? t('deadLetters.filter.reversed') : undefined}
        onChange={({ currentTarget: { value } }) => {
          const minute = timeOf(value);
          // The whole minute is meant.
          const end = minute === undefined ? undefined : minute + MINUTE_MS - 1;
          onFilter({ ...filter, endTime: end }, true);
        }}
      />
      <Button
        variant="subtle"
        disabled={!isFiltered(filter)}
        onClick={() => onFilter(NO_FILTER, false)}
      >
        {t('deadLetters.filter.clear')}
      </Button>
    </section>
  );
}

interface TypeFieldProps {
  readonly type: string;
  readonly onType: (type: string) => void;
}

function TypeField({ type, onType }: TypeFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(type);
  const [shown, setShown] = useState(type);
  const typeSoon = useDebouncedCallback(onType, TYPING_PAUSE_MS);

  // "Back" and "Clear filters" change the type without the field.
  if (type !== shown) {
    setShown(type);
    if (type !== text.trim()) {
      setText(type);
    }
  }
  return (
    <TextInput
      label={t('deadLetters.filter.type')}
      classNames={{ label: classes.label ?? '' }}
      placeholder={t('deadLetters.filter.typePlaceholder')}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        typeSoon(value.trim());
      }}
    />
  );
}

function timeOf(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
