// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type Json } from '../../../model/json';
import classes from './AlarmRules.module.css';
import { DeleteButton } from './DeleteButton';
import { RuleError } from './RuleError';

interface UnknownRuleSetProps {
  readonly json: Json;
  readonly path: string;
  readonly onDelete: () => void;
}

/** A rule set that the form cannot show. */
export function UnknownRuleSet({ json, path, onDelete }: UnknownRuleSetProps) {
  const { t } = useTranslation();
  const type = isJsonObject(json) ? json.alarmType : undefined;
  const name = typeof type === 'string' && type !== '' ? type : t('alarmRules.unnamed');
  return (
    <div role="group" aria-label={name} className={classes.card}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <DeleteButton name={name} onDelete={onDelete} />
      </div>
      <Text size="sm" c="dimmed">
        {t('alarmRules.unknown')}
      </Text>
      <RuleError path={path} />
    </div>
  );
}
