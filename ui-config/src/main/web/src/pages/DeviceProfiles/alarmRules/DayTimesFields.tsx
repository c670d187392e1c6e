// SPDX-License-Identifier: Apache-2.0
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { timeIn, timeText } from '../../../model/alarmRule/times';
import type { DayTimes } from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { useRuleError } from './ruleErrors';

interface DayTimesFieldsProps {
  readonly times: DayTimes;
  /** The day, if the times are those of one day. */
  readonly day?: string;
  readonly path: string;
  readonly onChange: (times: DayTimes) => void;
}

/** From when to when a rule is active on a day. */
export function DayTimesFields({ times, day, path, onChange }: DayTimesFieldsProps) {
  const { t } = useTranslation();
  const [startError, endError] = [useRuleError(`${path}.startsOn`), useRuleError(`${path}.endsOn`)];
  return (
    <div className={classes.times}>
      <TextInput
        type="time"
        {...(day === undefined
          ? { label: t('alarmRules.from') }
          : { 'aria-label': t('alarmRules.fromOn', { day }) })}
        value={timeText(times.startsOn)}
        error={startError}
        onChange={({ currentTarget: { value } }) => onChange({ startsOn: timeIn(value) })}
      />
      <TextInput
        type="time"
        {...(day === undefined
          ? { label: t('alarmRules.to'), description: t('alarmRules.toHelp') }
          : { 'aria-label': t('alarmRules.toOn', { day }) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={timeText(times.endsOn)}
        error={endError}
        onChange={({ currentTarget: { value } }) => onChange({ endsOn: timeIn(value) })}
      />
    </div>
  );
}
