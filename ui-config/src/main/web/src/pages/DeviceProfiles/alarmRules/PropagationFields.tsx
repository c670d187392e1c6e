// SPDX-License-Identifier: Apache-2.0
import { Checkbox, Stack, TagsInput, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleSet } from '../../../model/alarmRule/types';
import { useRuleError } from './ruleErrors';

const PLACES = ['propagate', 'propagateToOwner', 'propagateToTenant'] as const;

interface PropagationFieldsProps {
  readonly set: RuleSet;
  readonly path: string;
  readonly onChange: (set: RuleSet) => void;
}

/** At which other entities the alarms are shown. */
export function PropagationFields({ set, path, onChange }: PropagationFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const error = useRuleError(`${path}.propagateRelationTypes`);
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Text size="sm" fw={600} id={id}>
        {t('alarmRules.propagation')}
      </Text>
      {PLACES.map((place) => (
        <Checkbox
          key={place}
          label={t(`alarmRules.${place}`)}
          checked={set[place] === true}
          onChange={({ currentTarget: { checked } }) => onChange({ ...set, [place]: checked })}
        />
      ))}
      {set.propagate === true && (
        <TagsInput
          label={t('alarmRules.relationTypes')}
          description={t('alarmRules.relationTypesHelp')}
          value={[...(set.propagateRelationTypes ?? [])]}
          error={error}
          acceptValueOnBlur
          splitChars={[]}
          onChange={(types) => onChange({ ...set, propagateRelationTypes: types })}
        />
      )}
    </Stack>
  );
}
