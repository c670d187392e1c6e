// SPDX-License-Identifier: Apache-2.0
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { numberOf } from '../../../model/alarmRule/checks';
import type { Scalar, ValueType } from '../../../model/alarmRule/types';
import { formatNumber, isNumber } from '../../../model/number';
import { inputText } from '../../../model/range';

interface ScalarFieldProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly value: Scalar | null | undefined;
  readonly valueType: ValueType;
  readonly required: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: Scalar | null) => void;
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** A value of a type. A number stays the text that is typed until the rules are saved. */
export function ScalarField({ value, valueType, onChange, ...props }: ScalarFieldProps) {
  const { t } = useTranslation();
  // With the description below it, the input stands in line with its neighbours.
  const texts = { ...props, inputWrapperOrder: ORDER };
  switch (valueType) {
    case 'NUMERIC':
    case 'STRING':
      return (
        <TextInput
          {...texts}
          inputMode={valueType === 'NUMERIC' ? 'decimal' : 'text'}
          autoComplete="off"
          value={textOf(value)}
          // An empty text is a text.
          required={texts.required && valueType === 'NUMERIC'}
          onChange={({ currentTarget: { value: text } }) => onChange(text)}
        />
      );
    case 'BOOLEAN':
      return (
        <Select
          {...texts}
          data={[
            { value: 'true', label: t('alarmRules.true') },
            { value: 'false', label: t('alarmRules.false') },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          allowDeselect={false}
          onChange={(chosen) => onChange(chosen === 'true')}
        />
      );
    case 'DATE_TIME': {
      const time = numberOf(value);
      return (
        <TextInput
          {...texts}
          type="datetime-local"
          value={time === undefined ? '' : inputText(time)}
          onChange={({ currentTarget: { value: text } }) => {
            const changed = Date.parse(text);
            onChange(Number.isNaN(changed) ? null : changed);
          }}
        />
      );
    }
  }
}

function textOf(value: Scalar | null | undefined): string {
  if (value === null || value === undefined) {
    return '';
  }
  return isNumber(value) ? formatNumber(value) : String(value);
}
