// SPDX-License-Identifier: Apache-2.0
import { Checkbox, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isJson } from '../../../model/script/sample';
import type { ChosenOutput } from '../../../model/test/expectation';

interface OutputChoiceProps {
  readonly output: ChosenOutput;
  readonly onChange: (output: ChosenOutput) => void;
}

/** The data of one message that leaves a node; once ticked it can be changed. */
export function OutputChoice({ output, onChange }: OutputChoiceProps) {
  const { t } = useTranslation();
  const { chosen, node, label, data } = output;
  const name = t('chainTest.outputOf', { node, label });
  return (
    <div>
      <Checkbox
        label={name}
        size="sm"
        checked={chosen}
        onChange={({ currentTarget: { checked } }) => onChange({ ...output, chosen: checked })}
      />
      {chosen && (
        <Textarea
          aria-label={t('chainTest.dataOf', { name })}
          value={data}
          autosize
          minRows={1}
          maxRows={8}
          mt={4}
          spellCheck={false}
          description={isJson(data) ? undefined : t('chainTest.comparedAsText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={({ currentTarget: { value } }) => onChange({ ...output, data: value })}
        />
      )}
    </div>
  );
}
