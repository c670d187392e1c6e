// SPDX-License-Identifier: Apache-2.0
import { Button, Checkbox, Group, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PlusIcon } from '../../../components/nodeform/icons';
import { grouped, replaced, withoutPredicate, withPredicate } from '../../../model/alarmRule/edits';
import { comparedType } from '../../../model/alarmRule/reading';
import {
  CONNECTIVES,
  OPERATIONS,
  type Comparison,
  type Connective,
  type Predicate,
  type PredicateGroup,
  type ValueType,
} from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { DeleteButton } from './DeleteButton';
import { useRuleError } from './ruleErrors';
import { operationText } from './ruleSentence';
import { ValueFields } from './ValueFields';

interface PredicateFieldsProps<P extends Predicate = Predicate> {
  readonly predicate: P;
  readonly valueType: ValueType;
  /** Whether the compared value is a constant, which is compared with attributes only. */
  readonly ofConstant: boolean;
  readonly path: string;
  readonly onChange: (predicate: Predicate) => void;
}

/** How a value is compared: once, or several times with "and" or "or". */
export function PredicateFields({ predicate, ...props }: PredicateFieldsProps) {
  const { t } = useTranslation();
  const { valueType, onChange } = props;
  if (predicate.type === 'COMPLEX') {
    return <GroupFields {...props} predicate={predicate} />;
  }
  return (
    <>
      <ComparisonFields {...props} predicate={predicate} />
      <Group gap="xs">
        <AddComparison onAdd={() => onChange(grouped(predicate, valueType))} />
        <Text size="xs" c="dimmed">
          {t('alarmRules.addComparisonHelp')}
        </Text>
      </Group>
    </>
  );
}

function GroupFields(props: PredicateFieldsProps<PredicateGroup>) {
  const { predicate, path, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.group}>
      <Select
        label={t('alarmRules.connective')}
        data={CONNECTIVES.map((each) => ({
          value: each as string,
          label: t(`alarmRules.connectives.${each}`),
        }))}
        value={predicate.operation}
        error={useRuleError(`${path}.operation`)}
        allowDeselect={false}
        onChange={(each) =>
          each !== null && onChange({ ...predicate, operation: each as Connective })
        }
      />
      {predicate.predicates.map((each, index) => (
        <GroupMember key={index} {...props} member={each} index={index} />
      ))}
      <AddComparison onAdd={() => onChange(withPredicate(predicate, props.valueType))} />
    </div>
  );
}

interface GroupMemberProps extends PredicateFieldsProps<PredicateGroup> {
  readonly member: Predicate;
  readonly index: number;
}

/** One of several comparisons, which may be a group itself. */
function GroupMember({ member, index, predicate, path, onChange, ...props }: GroupMemberProps) {
  const { t } = useTranslation();
  const name = t('alarmRules.comparison', { number: index + 1 });
  const fields = {
    ...props,
    path: `${path}.predicates[${index}]`,
    onChange: (changed: Predicate) =>
      onChange({ ...predicate, predicates: replaced(predicate.predicates, index, changed) }),
  };
  return (
    <div role="group" aria-label={name} className={classes.member}>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {name}
        </Text>
        <DeleteButton name={name} onDelete={() => onChange(withoutPredicate(predicate, index))} />
      </Group>
      {member.type === 'COMPLEX' ? (
        <GroupFields {...fields} predicate={member} />
      ) : (
        <ComparisonFields {...fields} predicate={member} />
      )}
    </div>
  );
}

function AddComparison({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      leftSection={<PlusIcon />}
      style={{ alignSelf: 'flex-start' }}
      onClick={onAdd}
    >
      {t('alarmRules.addComparison')}
    </Button>
  );
}

function ComparisonFields(props: PredicateFieldsProps<Comparison>) {
  const { predicate, valueType, ofConstant, path, onChange } = props;
  const { t } = useTranslation();
  const { operation } = predicate;
  const isList = operation === 'IN' || operation === 'NOT_IN';
  return (
    <>
      <div className={classes.fields}>
        <Select
          label={t('alarmRules.operator')}
          data={OPERATIONS[comparedType(valueType)].map((each) => ({
            value: each as string,
            label: operationText(t, valueType, each),
          }))}
          value={operation}
          error={useRuleError(`${path}.operation`)}
          allowDeselect={false}
          onChange={(each) => each !== null && onChange({ ...predicate, operation: each })}
        />
        <ValueFields
          value={predicate.value}
          valueType={valueType}
          sourceLabel={t('alarmRules.with')}
          label={t('alarmRules.value')}
          description={isList ? t('alarmRules.listHelp') : undefined}
          needsSource={ofConstant}
          path={`${path}.value`}
          onChange={(value) => onChange({ ...predicate, value })}
        />
      </div>
      {predicate.type === 'STRING' && (
        <Checkbox
          label={t('alarmRules.ignoreCase')}
          checked={predicate.ignoreCase === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...predicate, ignoreCase: checked })
          }
        />
      )}
    </>
  );
}
