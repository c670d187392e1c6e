// SPDX-License-Identifier: Apache-2.0
import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  NO_FAILURE,
  pathText,
  type Choice,
  type ChosenOutput,
} from '../../../model/test/expectation';
import classes from './Cases.module.css';
import { OutputChoice } from './OutputChoice';

interface ExpectationFieldsProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

const OUTCOMES = ['DONE', 'DONE_WITHOUT_EFFECT', NO_FAILURE, 'FAILED'] as const;

/** What a test case expects: the outcome, and each other part that is ticked. */
export function ExpectationFields({ choice, onChange }: ExpectationFieldsProps) {
  const { t } = useTranslation();
  const { outcome, path, effects, outputs } = choice;
  const changeOutput = (index: number, output: ChosenOutput) =>
    onChange({ ...choice, outputs: outputs.map((each, at) => (at === index ? output : each)) });

  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('chainTest.expectedOutcome')}
        description={outcome === undefined ? t('chainTest.chooseOutcome') : undefined}
        value={outcome ?? ''}
        onChange={(value) => {
          const chosen = OUTCOMES.find((each) => each === value);
          if (chosen !== undefined) {
            onChange({ ...choice, outcome: chosen });
          }
        }}
      >
        <Stack gap={6} mt={6}>
          {OUTCOMES.map((each) => (
            <Radio key={each} value={each} label={t(`chainTest.expected.${each}`)} size="sm" />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('chainTest.expectPath')}
        description={path.entries.length === 0 ? t('chainTest.noSteps') : pathText(path.entries)}
        classNames={{ description: classes.text ?? '' }}
        checked={path.chosen}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...choice, path: { ...path, chosen: checked } })
        }
      />
      <Checkbox
        label={t('chainTest.expectEffects')}
        description={
          effects.entries.length === 0
            ? t('chainTest.noEffects')
            : effects.entries
                .map(({ node, kind }) => `${node}: ${t(`chainTest.kind.${kind}`)}`)
                .join('; ')
        }
        classNames={{ description: classes.text ?? '' }}
        checked={effects.chosen}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...choice, effects: { ...effects, chosen: checked } })
        }
      />
      {outputs.length > 0 && (
        <fieldset className={classes.outputs}>
          <legend>{t('chainTest.expectOutputs')}</legend>
          <Text size="xs" c="dimmed">
            {t('chainTest.outputsHelp')}
          </Text>
          {outputs.map((output, index) => (
            <OutputChoice
              key={index}
              output={output}
              onChange={(changed) => changeOutput(index, changed)}
            />
          ))}
        </fieldset>
      )}
    </Stack>
  );
}
