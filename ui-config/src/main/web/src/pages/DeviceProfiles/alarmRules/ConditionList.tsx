// SPDX-License-Identifier: Apache-2.0
import { Button, Stack, Text } from '@mantine/core';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PlusIcon } from '../../../components/nodeform/icons';
import { newFilter, removed, replaced } from '../../../model/alarmRule/edits';
import type { KeyFilter } from '../../../model/alarmRule/types';
import { ConditionFields } from './ConditionFields';
import { RuleError } from './RuleError';

interface ConditionListProps {
  readonly filters: readonly KeyFilter[];
  readonly path: string;
  readonly onChange: (filters: readonly KeyFilter[]) => void;
}

/** The conditions of a rule, all of which must hold. */
export function ConditionList({ filters, path, onChange }: ConditionListProps) {
  const { t } = useTranslation();
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <div>
        <Text size="sm" fw={600} id={id}>
          {t('alarmRules.conditions')}
        </Text>
        {filters.length > 1 && (
          <Text size="xs" c="dimmed">
            {t('alarmRules.conditionsHelp')}
          </Text>
        )}
      </div>
      {filters.map((filter, index) => (
        <ConditionFields
          key={index}
          number={index + 1}
          filter={filter}
          path={`${path}[${index}]`}
          onChange={(changed) => onChange(replaced(filters, index, changed))}
          onDelete={() => {
            onChange(removed(filters, index));
            add.current?.focus();
          }}
        />
      ))}
      <RuleError path={path} />
      <Button
        ref={add}
        variant="default"
        size="compact-sm"
        leftSection={<PlusIcon />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...filters, newFilter()])}
      >
        {t('alarmRules.addCondition')}
      </Button>
    </Stack>
  );
}
