// SPDX-License-Identifier: Apache-2.0
import { Select, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SEVERITIES, type AlarmSeverity } from '../../../api/alarms';
import { CLEAR, type RuleName } from '../../../model/alarmRule/edits';
import type { AlarmRule } from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { ConditionList } from './ConditionList';
import { DeleteButton } from './DeleteButton';
import { Disclosure } from './Disclosure';
import { RuleError } from './RuleError';
import { useRuleError } from './ruleErrors';
import { RuleText } from './RuleText';
import { ScheduleFields } from './ScheduleFields';
import { SpecFields } from './SpecFields';

interface RuleFieldsProps {
  readonly name: RuleName;
  readonly rule: AlarmRule;
  readonly path: string;
  /** The severities that no rule has. */
  readonly severities: readonly AlarmSeverity[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChange: (rule: AlarmRule) => void;
  readonly onSeverity: (severity: AlarmSeverity) => void;
  readonly onDelete: () => void;
}

/** A rule that creates alarms of a severity or clears them. */
export function RuleFields(props: RuleFieldsProps) {
  const { name, rule, path, severities, isOpen, onToggle, onChange, onSeverity, onDelete } = props;
  const { t } = useTranslation();
  const title = name === CLEAR ? t('alarmRules.clearRule') : t(`alarms.severities.${name}`);
  const { condition } = rule;
  return (
    <div role="group" aria-label={title} className={classes.rule}>
      <Disclosure
        summary={<RuleText name={name} rule={rule} />}
        actions={<DeleteButton name={title} onDelete={onDelete} />}
        isOpen={isOpen}
        onToggle={onToggle}
      >
        {name !== CLEAR && (
          <SeverityField severity={name} others={severities} onChange={onSeverity} />
        )}
        <ConditionList
          filters={condition.condition}
          path={`${path}.condition.condition`}
          onChange={(filters) =>
            onChange({ ...rule, condition: { ...condition, condition: filters } })
          }
        />
        <SpecFields
          label={t(name === CLEAR ? 'alarmRules.clearSpec' : 'alarmRules.spec')}
          spec={condition.spec}
          path={`${path}.condition.spec`}
          onChange={(spec) => onChange({ ...rule, condition: { ...condition, spec } })}
        />
        <ScheduleFields
          schedule={rule.schedule}
          path={`${path}.schedule`}
          onChange={(schedule) => onChange({ ...rule, schedule })}
        />
        <DetailsField rule={rule} path={path} onChange={onChange} />
        <RuleError path={path} />
      </Disclosure>
    </div>
  );
}

interface SeverityFieldProps {
  readonly severity: AlarmSeverity;
  readonly others: readonly AlarmSeverity[];
  readonly onChange: (severity: AlarmSeverity) => void;
}

function SeverityField({ severity, others, onChange }: SeverityFieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('alarmRules.severity')}
      data={SEVERITIES.filter((each) => each === severity || others.includes(each)).map(
        (value) => ({
          value: value as string,
          label: t(`alarms.severities.${value}`),
        }),
      )}
      value={severity}
      allowDeselect={false}
      onChange={(chosen) => chosen !== null && onChange(chosen as AlarmSeverity)}
    />
  );
}

function DetailsField({
  rule,
  path,
  onChange,
}: Pick<RuleFieldsProps, 'rule' | 'path' | 'onChange'>) {
  const { t } = useTranslation();
  const error = useRuleError(`${path}.alarmDetails`);
  return (
    <Textarea
      label={t('alarmRules.details')}
      description={t('alarmRules.detailsHelp', { example: '${temperature}' })}
      autosize
      minRows={1}
      maxRows={8}
      value={rule.alarmDetails ?? ''}
      error={error}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...rule, alarmDetails: value === '' ? null : value })
      }
    />
  );
}
