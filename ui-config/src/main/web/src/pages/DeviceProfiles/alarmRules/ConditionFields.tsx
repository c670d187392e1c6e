// SPDX-License-Identifier: Apache-2.0
import { Autocomplete, Group, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withCurrent } from '../../../components/nodeform/fields/choice';
import { useKeys } from '../../../components/nodeform/useKeys';
import { withEntityField, withKeyType, withValueType } from '../../../model/alarmRule/edits';
import {
  ENTITY_FIELDS,
  KEY_TYPES,
  VALUE_TYPES,
  type EntityField,
  type KeyFilter,
  type KeyType,
  type ValueType,
} from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { DeleteButton } from './DeleteButton';
import { PredicateFields } from './PredicateFields';
import { useRuleError } from './ruleErrors';
import { ScalarField } from './ScalarField';

interface ConditionFieldsProps {
  readonly number: number;
  readonly filter: KeyFilter;
  readonly path: string;
  readonly onChange: (filter: KeyFilter) => void;
  readonly onDelete: () => void;
}

/** A condition on one value: which value it is, and how it is compared. */
export function ConditionFields({
  number,
  filter,
  path,
  onChange,
  onDelete,
}: ConditionFieldsProps) {
  const { t } = useTranslation();
  const name = t('alarmRules.condition', { number });
  const typeError = useRuleError(`${path}.valueType`);
  // A field has values of its own type.
  const isField = filter.key.type === 'ENTITY_FIELD';
  return (
    <div role="group" aria-label={name} className={classes.condition}>
      <Group justify="space-between" gap="xs">
        <Text size="xs" fw={600} c="dimmed">
          {name}
        </Text>
        <DeleteButton name={name} onDelete={onDelete} />
      </Group>
      <div className={classes.fields}>
        <Select
          label={t('alarmRules.keyType')}
          data={KEY_TYPES.map((type) => ({
            value: type as string,
            label: t(`alarmRules.keyTypes.${type}`),
          }))}
          value={filter.key.type}
          error={useRuleError(`${path}.key.type`)}
          allowDeselect={false}
          onChange={(type) => type !== null && onChange(withKeyType(filter, type as KeyType))}
        />
        {!isField && (
          <Select
            label={t('alarmRules.valueType')}
            data={VALUE_TYPES.map((type) => ({
              value: type as string,
              label: t(`alarmRules.valueTypes.${type}`),
            }))}
            value={filter.valueType}
            error={typeError}
            allowDeselect={false}
            onChange={(type) => type !== null && onChange(withValueType(filter, type as ValueType))}
          />
        )}
        <KeyField filter={filter} path={path} onChange={onChange} />
      </div>
      <PredicateFields
        predicate={filter.predicate}
        valueType={filter.valueType}
        ofConstant={filter.key.type === 'CONSTANT'}
        path={`${path}.predicate`}
        onChange={(predicate) => onChange({ ...filter, predicate })}
      />
    </div>
  );
}

type KeyFieldProps = Pick<ConditionFieldsProps, 'filter' | 'path' | 'onChange'>;

function KeyField(props: KeyFieldProps) {
  const { filter, path, onChange } = props;
  const { t } = useTranslation();
  const constantError = useRuleError(`${path}.value`);
  switch (filter.key.type) {
    case 'TIME_SERIES':
    case 'ATTRIBUTE':
      return <NamedKeyField {...props} />;
    case 'ENTITY_FIELD':
      return <EntityFieldSelect {...props} />;
    case 'CONSTANT':
      return (
        <ScalarField
          label={t('alarmRules.constant')}
          value={filter.value}
          valueType={filter.valueType}
          required
          error={constantError}
          onChange={(value) => onChange({ ...filter, value })}
        />
      );
  }
}

function NamedKeyField({ filter, path, onChange }: KeyFieldProps) {
  const { t } = useTranslation();
  const { key } = filter;
  return (
    <Autocomplete
      label={t('alarmRules.key')}
      required
      autoComplete="off"
      data={[...useKeys(key.type === 'TIME_SERIES' ? 'timeseries' : 'attributes')]}
      limit={50}
      value={key.key ?? ''}
      error={useRuleError(`${path}.key.key`)}
      onChange={(name) => onChange({ ...filter, key: { ...key, key: name } })}
    />
  );
}

function EntityFieldSelect({ filter, path, onChange }: KeyFieldProps) {
  const { t } = useTranslation();
  const { key } = filter.key;
  const options = Object.keys(ENTITY_FIELDS).map((field) => ({
    value: field,
    label: t(`alarmRules.fields.${field as EntityField}`),
  }));
  return (
    <Select
      label={t('alarmRules.field')}
      required
      data={withCurrent(options, key ?? null, (field) => field)}
      value={key ?? null}
      error={useRuleError(`${path}.key.key`)}
      allowDeselect={false}
      onChange={(field) =>
        field !== null && onChange(withEntityField(filter, field as EntityField))
      }
    />
  );
}
