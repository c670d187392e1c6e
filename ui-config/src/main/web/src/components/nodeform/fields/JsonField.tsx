// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameJson, type Json } from '../../../model/json';
import type { JsonShape } from '../../../model/schema/shape';
import { CodeEditor } from '../code/CodeEditor';
import { useLeaf, type LeafProps } from '../leaf';
import { ProblemList } from '../ProblemList';

/** A value for which no other input fits, as JSON. */
export function JsonField(props: LeafProps) {
  const { t } = useTranslation();
  const { id, field, value, change, readOnly, describedBy } = useLeaf<JsonShape>(props);
  const [text, setText] = useState(() => textOf(value));
  const [shown, setShown] = useState(value);
  const parsed = parse(text);

  // Undo changes the value without the editor.
  if (value !== shown) {
    setShown(value);
    if (!sameJson(parsed, value)) {
      setText(textOf(value));
    }
  }

  const type = (next: string) => {
    setText(next);
    const json = parse(next);
    if (json !== undefined) {
      change(json);
    }
  };
  return (
    <>
      <CodeEditor
        id={id}
        label={t('nodeForm.json.label', { label: field.label })}
        describedBy={describedBy}
        language="json"
        value={text}
        onChange={type}
        readOnly={readOnly}
      />
      {parsed === undefined && text.trim() !== '' && (
        <ProblemList problems={[{ severity: 'error', message: t('nodeForm.json.invalid') }]} />
      )}
    </>
  );
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
