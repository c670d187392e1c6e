// SPDX-License-Identifier: Apache-2.0
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { specTypeOf, withSpecType } from '../../../model/alarmRule/edits';
import {
  SPEC_TYPES,
  TIME_UNITS,
  type Spec,
  type SpecType,
  type TimeUnit,
} from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { useRuleError } from './ruleErrors';
import { ValueFields } from './ValueFields';

interface SpecFieldsProps {
  readonly label: string;
  readonly spec: Spec | null | undefined;
  readonly path: string;
  readonly onChange: (spec: Spec) => void;
}

/** How long or how often the conditions must hold. */
export function SpecFields({ label, spec, path, onChange }: SpecFieldsProps) {
  const { t } = useTranslation();
  const isLong = spec?.type === 'DURATION';
  return (
    <>
      <Select
        label={label}
        data={SPEC_TYPES.map((type) => ({
          value: type as string,
          label: t(`alarmRules.specs.${type}`),
        }))}
        value={specTypeOf(spec)}
        error={useRuleError(`${path}.type`)}
        allowDeselect={false}
        onChange={(type) => type !== null && onChange(withSpecType(spec, type as SpecType))}
      />
      {(spec?.type === 'DURATION' || spec?.type === 'REPEATING') && (
        <div className={classes.fields}>
          <ValueFields
            value={spec.predicate}
            valueType="NUMERIC"
            sourceLabel={t('alarmRules.amountSource')}
            label={t(isLong ? 'alarmRules.duration' : 'alarmRules.times')}
            needsDefault
            path={`${path}.predicate`}
            onChange={(predicate) => onChange({ ...spec, predicate })}
          />
          {spec.type === 'DURATION' && (
            <UnitSelect
              unit={spec.unit}
              path={path}
              onChange={(unit) => onChange({ ...spec, unit })}
            />
          )}
        </div>
      )}
    </>
  );
}

interface UnitSelectProps {
  readonly unit: TimeUnit;
  readonly path: string;
  readonly onChange: (unit: TimeUnit) => void;
}

function UnitSelect({ unit, path, onChange }: UnitSelectProps) {
  const { t } = useTranslation();
  // Milliseconds are offered only where a profile has them already.
  const offered = TIME_UNITS.filter((each) => each !== 'MILLISECONDS' || each === unit);
  return (
    <Select
      label={t('alarmRules.unitLabel')}
      data={offered.map((each) => ({
        value: each as string,
        label: t(`alarmRules.unit.${each}`),
      }))}
      value={unit}
      error={useRuleError(`${path}.unit`)}
      allowDeselect={false}
      onChange={(each) => each !== null && onChange(each as TimeUnit)}
    />
  );
}
