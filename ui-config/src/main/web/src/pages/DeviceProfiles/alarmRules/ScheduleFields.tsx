// SPDX-License-Identifier: Apache-2.0
import { Checkbox, Group, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withCurrent } from '../../../components/nodeform/fields/choice';
import {
  DAYS,
  scheduleTypeOf,
  sourceOf,
  withDay,
  withScheduleType,
} from '../../../model/alarmRule/edits';
import {
  SCHEDULE_TYPES,
  type CustomTimes,
  type Schedule,
  type ScheduleType,
  type SpecificTime,
} from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { DayTimesFields } from './DayTimesFields';
import { RuleError } from './RuleError';
import { useRuleError } from './ruleErrors';
import { dayName } from './ruleSentence';

interface ScheduleFieldsProps<S extends Schedule | null | undefined> {
  readonly schedule: S;
  readonly path: string;
  readonly onChange: (schedule: Schedule | null) => void;
}

/** When a rule is active. */
export function ScheduleFields(props: ScheduleFieldsProps<Schedule | null | undefined>) {
  const { schedule, path, onChange } = props;
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('alarmRules.schedule')}
        data={SCHEDULE_TYPES.map((type) => ({
          value: type as string,
          label: t(`alarmRules.schedules.${type}`),
        }))}
        value={scheduleTypeOf(schedule)}
        error={useRuleError(`${path}.type`)}
        allowDeselect={false}
        onChange={(type) =>
          type !== null && onChange(withScheduleType(schedule, type as ScheduleType, localZone()))
        }
      />
      {schedule?.type === 'SPECIFIC_TIME' && (
        <SpecificTimeFields schedule={schedule} path={path} onChange={onChange} />
      )}
      {schedule?.type === 'CUSTOM' && (
        <CustomTimesFields schedule={schedule} path={path} onChange={onChange} />
      )}
      <RuleError path={path} />
    </>
  );
}

function SpecificTimeFields({ schedule, path, onChange }: ScheduleFieldsProps<SpecificTime>) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <ZoneFields schedule={schedule} path={path} onChange={onChange} />
      <Checkbox.Group
        label={t('alarmRules.days')}
        value={schedule.daysOfWeek.map(String)}
        error={useRuleError(`${path}.daysOfWeek`)}
        onChange={(days) =>
          onChange({ ...schedule, daysOfWeek: days.map(Number).sort((a, b) => a - b) })
        }
      >
        <Group gap="sm" mt={4}>
          {DAYS.map((day) => (
            <Checkbox key={day} value={String(day)} label={dayName(i18n.language, day)} />
          ))}
        </Group>
      </Checkbox.Group>
      <DayTimesFields
        times={schedule}
        path={path}
        onChange={(times) => onChange({ ...schedule, ...times })}
      />
    </>
  );
}

function CustomTimesFields({ schedule, path, onChange }: ScheduleFieldsProps<CustomTimes>) {
  const { t, i18n } = useTranslation();
  const { items } = schedule;
  return (
    <>
      <ZoneFields schedule={schedule} path={path} onChange={onChange} />
      <div role="group" aria-label={t('alarmRules.days')} className={classes.days}>
        {DAYS.map((day) => {
          const index = items.findIndex(({ dayOfWeek }) => dayOfWeek === day);
          const item = items[index];
          const name = dayName(i18n.language, day, 'long');
          return (
            <div key={day} className={classes.day}>
              <Checkbox
                label={name}
                checked={item?.enabled === true}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({ ...schedule, items: withDay(items, day, { enabled: checked }) })
                }
              />
              {item?.enabled === true && (
                <DayTimesFields
                  times={item}
                  day={name}
                  path={`${path}.items[${index}]`}
                  onChange={(times) => onChange({ ...schedule, items: withDay(items, day, times) })}
                />
              )}
            </div>
          );
        })}
        <Text size="xs" c="dimmed">
          {t('alarmRules.toHelp')}
        </Text>
        <RuleError path={`${path}.items`} />
      </div>
    </>
  );
}

function ZoneFields({ schedule, path, onChange }: ScheduleFieldsProps<SpecificTime | CustomTimes>) {
  const { t } = useTranslation();
  const { timezone = null, dynamicValue } = schedule;
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));
  return (
    <>
      <Select
        label={t('alarmRules.timeZone')}
        required
        searchable
        limit={100}
        data={withCurrent(zones, timezone, (zone) => zone)}
        value={timezone}
        error={useRuleError(`${path}.timezone`)}
        allowDeselect={false}
        nothingFoundMessage={t('nodeForm.noMatch')}
        onChange={(zone) => zone !== null && onChange({ ...schedule, timezone: zone })}
      />
      {sourceOf({ dynamicValue: dynamicValue ?? null }) !== undefined && (
        <Text size="xs" c="dimmed">
          {t('alarmRules.scheduleBy', { attribute: dynamicValue?.sourceAttribute ?? '' })}
        </Text>
      )}
    </>
  );
}

function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
