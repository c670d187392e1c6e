// SPDX-License-Identifier: Apache-2.0
import { ColorSwatch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SEVERITY_COLOURS } from '../../../components/alarm/severityColours';
import { CLEAR, type RuleName } from '../../../model/alarmRule/edits';
import type { AlarmRule } from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { ruleSentence } from './ruleSentence';

interface RuleTextProps {
  readonly name: RuleName;
  readonly rule: AlarmRule;
}

/** A rule as a sentence, with the colour of its severity. */
export function RuleText({ name, rule }: RuleTextProps) {
  const { t, i18n } = useTranslation();
  const colour = name === CLEAR ? 'green' : SEVERITY_COLOURS[name];
  return (
    <span className={classes.sentence}>
      <ColorSwatch
        component="span"
        size={9}
        withShadow={false}
        color={`var(--mantine-color-${colour}-filled)`}
      />
      <span>{ruleSentence({ t, language: i18n.language }, name, rule)}</span>
    </span>
  );
}
