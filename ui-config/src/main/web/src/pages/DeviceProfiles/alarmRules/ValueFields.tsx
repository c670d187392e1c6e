// SPDX-License-Identifier: Apache-2.0
import { Autocomplete, Checkbox, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../../components/nodeform/useKeys';
import { sourceOf, withDynamic, withSource } from '../../../model/alarmRule/edits';
import {
  SOURCES,
  type RuleValue,
  type Source,
  type ValueType,
} from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { useRuleError } from './ruleErrors';
import { ScalarField } from './ScalarField';

const CONSTANT = 'CONSTANT';

interface ValueFieldsProps {
  readonly value: RuleValue;
  readonly valueType: ValueType;
  /** The label of the choice between a fixed value and attributes. */
  readonly sourceLabel: string;
  /** The label of the fixed value. */
  readonly label: string;
  readonly description?: string | undefined;
  /** Whether the value must be an attribute. */
  readonly needsSource?: boolean;
  /** Whether an attribute needs a default value. */
  readonly needsDefault?: boolean;
  readonly path: string;
  readonly onChange: (value: RuleValue) => void;
}

/** A fixed value, or an attribute with the value that counts if the attribute is missing. */
export function ValueFields(props: ValueFieldsProps) {
  const { value, valueType, sourceLabel, label, description, needsSource = false } = props;
  const { needsDefault = false, path, onChange } = props;
  const { t } = useTranslation();
  const source = sourceOf(value);
  const offered = needsSource && source !== undefined ? SOURCES : [CONSTANT, ...SOURCES];
  const error = useRuleError(`${path}.defaultValue`);
  return (
    <>
      <Select
        label={sourceLabel}
        data={offered.map((each) => ({
          value: each as string,
          label: t(`alarmRules.sources.${each}` as `alarmRules.sources.${Source}`),
        }))}
        value={source ?? CONSTANT}
        error={useRuleError(`${path}.dynamicValue.sourceType`)}
        allowDeselect={false}
        onChange={(each) =>
          onChange(withSource(value, each === CONSTANT ? undefined : (each as Source)))
        }
      />
      {source !== undefined && (
        <AttributeFields value={value} source={source} path={path} onChange={onChange} />
      )}
      {!(needsSource && source !== undefined) && (
        <ScalarField
          label={source === undefined ? label : t('alarmRules.default')}
          description={description}
          value={value.defaultValue}
          valueType={valueType}
          required={source === undefined || needsDefault}
          error={error}
          onChange={(defaultValue) => onChange({ ...value, defaultValue })}
        />
      )}
    </>
  );
}

interface AttributeFieldsProps extends Pick<ValueFieldsProps, 'value' | 'path' | 'onChange'> {
  readonly source: Source;
}

function AttributeFields({ value, source, path, onChange }: AttributeFieldsProps) {
  const { t } = useTranslation();
  const keys = useKeys(source === 'CURRENT_DEVICE' ? 'attributes' : undefined);
  const { dynamicValue } = value;
  return (
    <>
      <Autocomplete
        label={t('alarmRules.attribute')}
        required
        autoComplete="off"
        data={[...keys]}
        limit={50}
        value={dynamicValue?.sourceAttribute ?? ''}
        error={useRuleError(`${path}.dynamicValue.sourceAttribute`)}
        onChange={(sourceAttribute) => onChange(withDynamic(value, { sourceAttribute }))}
      />
      {source !== 'CURRENT_TENANT' && (
        <Checkbox
          className={classes.wide ?? ''}
          label={t(`alarmRules.inherit.${source}`)}
          checked={dynamicValue?.inherit === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange(withDynamic(value, { inherit: checked }))
          }
        />
      )}
    </>
  );
}
