// SPDX-License-Identifier: Apache-2.0
import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlusIcon } from '../../../components/nodeform/icons';
import { pathOfRule } from '../../../model/alarmRule/checks';
import {
  CLEAR,
  freeSeverities,
  rulesOf,
  withoutRule,
  withRule,
  withSeverity,
  type RuleName,
} from '../../../model/alarmRule/edits';
import type { RuleSet } from '../../../model/alarmRule/types';
import classes from './AlarmRules.module.css';
import { DeleteButton } from './DeleteButton';
import { Disclosure } from './Disclosure';
import { PropagationFields } from './PropagationFields';
import { RuleError } from './RuleError';
import { useRuleError } from './ruleErrors';
import { RuleFields } from './RuleFields';
import { RuleText } from './RuleText';
import { useOpenParts } from './useOpenParts';

const MAX_TYPE = 255;

interface RuleSetFieldsProps {
  readonly set: RuleSet;
  readonly path: string;
  /** Whether the user has just added it. */
  readonly isNew: boolean;
  readonly onChange: (set: RuleSet) => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
}

/** The rules of one type of alarm. Closed, they are sentences. */
export function RuleSetFields(props: RuleSetFieldsProps) {
  const { set, path, isNew, onChange, onCopy, onDelete } = props;
  const { t } = useTranslation();
  const { isOpen, show } = useOpenParts(isNew ? [path] : [], [[path, path]]);
  const name = set.alarmType.trim() === '' ? t('alarmRules.unnamed') : set.alarmType;
  return (
    <div role="group" aria-label={name} className={classes.card}>
      <Disclosure
        summary={<span className={classes.name}>{name}</span>}
        actions={
          <Group gap={4} wrap="nowrap">
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={t('alarmRules.copyOf', { name })}
              onClick={onCopy}
            >
              {t('alarmRules.copy')}
            </Button>
            <DeleteButton name={name} onDelete={onDelete} />
          </Group>
        }
        preview={
          <ul className={classes.sentences}>
            {rulesOf(set).map(([each, rule]) => (
              <li key={each}>
                <RuleText name={each} rule={rule} />
              </li>
            ))}
          </ul>
        }
        isOpen={isOpen(path)}
        onToggle={() => show(path, !isOpen(path))}
      >
        <AlarmTypeField set={set} path={path} isNew={isNew} onChange={onChange} />
        <RuleList set={set} path={path} isNew={isNew} onChange={onChange} />
        <PropagationFields set={set} path={path} onChange={onChange} />
        <RuleError path={path} />
      </Disclosure>
    </div>
  );
}

type PartProps = Pick<RuleSetFieldsProps, 'set' | 'path' | 'isNew' | 'onChange'>;

function AlarmTypeField({ set, path, isNew, onChange }: PartProps) {
  const { t } = useTranslation();
  const error = useRuleError(`${path}.alarmType`);
  const type = set.alarmType.trim();
  return (
    <div>
      <TextInput
        label={t('alarmRules.alarmType')}
        description={t('alarmRules.alarmTypeHelp')}
        required
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for it
        autoFocus={isNew}
        autoComplete="off"
        maxLength={MAX_TYPE}
        value={set.alarmType}
        error={error}
        onChange={({ currentTarget: { value } }) => onChange({ ...set, alarmType: value })}
      />
      {type !== '' && (
        // Another tab, so that what is entered here stays.
        <Anchor
          component={Link}
          to={`/alarms?${new URLSearchParams({ type })}`}
          target="_blank"
          size="xs"
        >
          {t('alarmRules.showAlarms')}
        </Anchor>
      )}
    </div>
  );
}

function RuleList({ set, path, isNew, onChange }: PartProps) {
  const { t } = useTranslation();
  const add = useRef<HTMLButtonElement>(null);
  const rules = rulesOf(set);
  const { isOpen, show } = useOpenParts(
    isNew ? rules.map(([name]) => name) : [],
    rules.map(([name]) => [name, pathOfRule(path, name)]),
  );
  const places = Object.keys(set.createRules ?? {});
  const free = freeSeverities(set);
  const [next] = free;
  const addRule = (name: RuleName) => {
    onChange(withRule(set, name));
    show(name, true);
  };
  return (
    <>
      {rules.map(([name, rule]) => (
        <RuleFields
          // The place stays when the severity changes, and the fields keep the focus.
          key={name === CLEAR ? CLEAR : places.indexOf(name)}
          name={name}
          rule={rule}
          path={pathOfRule(path, name)}
          severities={free}
          isOpen={isOpen(name)}
          onToggle={() => show(name, !isOpen(name))}
          onChange={(changed) => onChange(withRule(set, name, changed))}
          onSeverity={(severity) => {
            if (name !== CLEAR) {
              onChange(withSeverity(set, name, severity));
              show(severity, true);
            }
          }}
          onDelete={() => {
            onChange(withoutRule(set, name));
            add.current?.focus();
          }}
        />
      ))}
      <RuleError path={`${path}.createRules`} />
      <Group gap="xs">
        <Button
          ref={add}
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon />}
          disabled={next === undefined}
          onClick={() => next !== undefined && addRule(next)}
        >
          {t('alarmRules.addRule')}
        </Button>
        {(set.clearRule ?? null) === null && (
          <>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<PlusIcon />}
              onClick={() => addRule(CLEAR)}
            >
              {t('alarmRules.addClearRule')}
            </Button>
            <Text size="xs" c="dimmed">
              {t('alarmRules.noClearRule')}
            </Text>
          </>
        )}
      </Group>
    </>
  );
}
