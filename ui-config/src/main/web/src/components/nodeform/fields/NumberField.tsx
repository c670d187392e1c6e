// SPDX-License-Identifier: Apache-2.0
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Json } from '../../../model/json';
import { exactNumber } from '../../../model/schema/numbers';
import type { NumberShape } from '../../../model/schema/shape';
import { textOf, useLeaf, type LeafProps } from '../leaf';

/**
 * A number as it is typed: no rounding and no separators. What is no number goes into the configuration as text, so that
 * the fault is shown and the server refuses it, instead of silently keeping an older number.
 */
export function NumberField(props: LeafProps) {
  const { id, field, shape, value, change, readOnly, texts } = useLeaf<NumberShape>(props);
  const [draft, setDraft] = useState('');
  // "1." and "1.0" are 1, and stay as they are while they are typed.
  const text = valueOf(draft, shape) === value ? draft : textOf(value);

  const type = (next: string) => {
    setDraft(next);
    change(valueOf(next, shape) ?? null);
  };
  return (
    <TextInput
      id={id}
      value={text}
      inputMode={shape.integer ? 'numeric' : 'decimal'}
      readOnly={readOnly}
      {...texts}
      aria-required={field.required}
      autoComplete="off"
      rightSection={
        field.unit === undefined ? undefined : (
          <Text size="sm" c="dimmed" component="span">
            {field.unit}
          </Text>
        )
      }
      rightSectionWidth={field.unit === undefined ? undefined : `${field.unit.length + 2}ch`}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** An empty field means null; the server takes it for "not set", or says that it must be set. */
function valueOf(text: string, { nullable }: NumberShape): Json | undefined {
  if (text.trim() === '') {
    return nullable ? null : undefined;
  }
  return exactNumber(text) ?? text;
}
