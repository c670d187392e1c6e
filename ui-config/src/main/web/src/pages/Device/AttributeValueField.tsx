// SPDX-License-Identifier: Apache-2.0
import { Input, Radio, Group, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../components/nodeform/code/CodeEditor';
import type { ValueDraft } from '../../model/attributeValue';

interface AttributeValueFieldProps {
  readonly draft: ValueDraft;
  readonly onChange: (draft: ValueDraft) => void;
  readonly problem: string | undefined;
}

/** The input for a value of the chosen type. */
export function AttributeValueField({ draft, onChange, problem }: AttributeValueFieldProps) {
  const { t } = useTranslation();
  const errorId = useId();
  const { type, text } = draft;
  const change = (next: string) => onChange({ type, text: next });
  const label = t('device.value');
  switch (type) {
    case 'text':
      return (
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          error={problem}
          onChange={({ currentTarget: { value } }) => change(value)}
        />
      );
    case 'integer':
    case 'decimal':
      return (
        <TextInput
          label={label}
          inputMode={type === 'integer' ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={text}
          error={problem}
          onChange={({ currentTarget: { value } }) => change(value)}
        />
      );
    case 'boolean':
      return (
        <Radio.Group label={label} value={text} onChange={change} error={problem}>
          <Group gap="md" mt={4}>
            <Radio value="true" label={t('device.attributes.yes')} />
            <Radio value="false" label={t('device.attributes.no')} />
          </Group>
        </Radio.Group>
      );
    case 'json':
      return (
        <div>
          <Input.Label labelElement="div">{label}</Input.Label>
          <CodeEditor
            label={t('device.attributes.json')}
            language="json"
            value={text}
            onChange={change}
            describedBy={problem === undefined ? undefined : errorId}
            minHeight={100}
            maxHeight={360}
          />
          {problem !== undefined && (
            <Input.Error id={errorId} mt={4}>
              {problem}
            </Input.Error>
          )}
        </div>
      );
  }
}
