// SPDX-License-Identifier: Apache-2.0
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isReversed, type TimeSpan } from '../../model/filter';
import { inputText } from '../../model/range';
import classes from './Filter.module.css';

const MINUTE_MS = 60_000;

interface TimeFiltersProps {
  readonly span: TimeSpan;
  readonly onChange: (part: Partial<TimeSpan>) => void;
}

/** The times between which something happened, to the minute. */
export function TimeFilters({ span, onChange }: TimeFiltersProps) {
  const { t } = useTranslation();
  const { startTime, endTime } = span;
  return (
    <>
      <TextInput
        type="datetime-local"
        label={t('deadLetters.filter.from')}
        classNames={{ label: classes.label ?? '' }}
        value={startTime === undefined ? '' : inputText(startTime)}
        onChange={({ currentTarget: { value } }) => onChange({ startTime: timeOf(value) })}
      />
      <TextInput
        type="datetime-local"
        label={t('deadLetters.filter.to')}
        classNames={{ label: classes.label ?? '' }}
        value={endTime === undefined ? '' : inputText(endTime)}
        error={isReversed(span) ? t('deadLetters.filter.reversed') : undefined}
        onChange={({ currentTarget: { value } }) => {
          const minute = timeOf(value);
          // The whole minute is meant.
          onChange({ endTime: minute === undefined ? undefined : minute + MINUTE_MS - 1 });
        }}
      />
    </>
  );
}

function timeOf(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
