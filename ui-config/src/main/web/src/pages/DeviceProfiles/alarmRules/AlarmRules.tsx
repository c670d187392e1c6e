// SPDX-License-Identifier: Apache-2.0
import { Button, Stack, Text, Title } from '@mantine/core';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlusIcon } from '../../../components/nodeform/icons';
import { ALARMS, faultIn, pathOfSet, type RuleProblems } from '../../../model/alarmRule/checks';
import { newRuleSet, removed, replaced, withCopy } from '../../../model/alarmRule/edits';
import { isRuleSet, type RuleSetEntry } from '../../../model/alarmRule/reading';
import { newId } from '../../../model/chain/ids';
import { RuleError } from './RuleError';
import { RuleErrorsContext } from './ruleErrors';
import { RuleSetFields } from './RuleSetFields';
import { UnknownRuleSet } from './UnknownRuleSet';

interface AlarmRulesProps {
  readonly sets: readonly RuleSetEntry[];
  readonly onChange: (sets: readonly RuleSetEntry[]) => void;
  readonly problems: RuleProblems | undefined;
  /** Why the server has refused the rules. */
  readonly refusal: string | undefined;
}

/** The alarm rules of a device profile, by the type of the alarm. */
export function AlarmRules({ sets, onChange, problems, refusal }: AlarmRulesProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const add = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<string>();
  const errors = useMemo(() => {
    const texts = new Map<string, string>();
    if (refusal !== undefined) {
      const { path, reason } = faultIn(refusal, sets);
      texts.set(path, reason);
    }
    problems?.forEach((problem, path) => texts.set(path, t(`alarmRules.problem.${problem}`)));
    return texts;
  }, [t, sets, problems, refusal]);
  const addSet = () => {
    const set = newRuleSet(newId());
    setAdded(set.id);
    onChange([...sets, set]);
  };
  const copySet = (index: number, name: string) => {
    const id = newId();
    setAdded(id);
    onChange(withCopy(sets, index, { id, alarmType: freeName(name) }));
  };
  const freeName = (name: string) => {
    const taken = new Set(sets.filter(isRuleSet).map(({ alarmType }) => alarmType));
    let copy = t('alarmRules.copyName', { name });
    for (let number = 2; taken.has(copy); number++) {
      copy = t('alarmRules.copyNumber', { name, number });
    }
    return copy;
  };
  const removeSet = (index: number) => {
    onChange(removed(sets, index));
    add.current?.focus();
  };
  return (
    <RuleErrorsContext value={errors}>
      <section aria-labelledby={titleId}>
        <Stack gap="sm">
          <div>
            <Title order={3} size="h6" id={titleId}>
              {t('alarmRules.title')}
            </Title>
            <Text size="xs" c="dimmed">
              {sets.length === 0 && `${t('alarmRules.none')} `}
              {t('alarmRules.help')}
            </Text>
          </div>
          <RuleError path={ALARMS} />
          {sets.map((set, index) =>
            isRuleSet(set) ? (
              <RuleSetFields
                key={set.id}
                set={set}
                path={pathOfSet(index)}
                isNew={set.id === added}
                onChange={(changed) => onChange(replaced(sets, index, changed))}
                onCopy={() => copySet(index, set.alarmType)}
                onDelete={() => removeSet(index)}
              />
            ) : (
              <UnknownRuleSet
                key={`unknown ${index}`}
                json={set}
                path={pathOfSet(index)}
                onDelete={() => removeSet(index)}
              />
            ),
          )}
          <Button
            ref={add}
            variant="default"
            size="compact-sm"
            leftSection={<PlusIcon />}
            style={{ alignSelf: 'flex-start' }}
            onClick={addSet}
          >
            {t('alarmRules.add')}
          </Button>
        </Stack>
      </section>
    </RuleErrorsContext>
  );
}
