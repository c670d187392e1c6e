// SPDX-License-Identifier: Apache-2.0
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import classes from './Messages.module.css';

const TYPING_PAUSE_MS = 400;

interface TypedFilterProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onValue: (value: string) => void;
}

/** A condition that is typed; it applies after a pause. */
export function TypedFilter({ label, value, error, onValue }: TypedFilterProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const applySoon = useDebouncedCallback(onValue, TYPING_PAUSE_MS);

  // "Back" and "Clear filters" change the value without the field.
  if (value !== shown) {
    setShown(value);
    if (value !== text.trim()) {
      setText(value);
    }
  }
  return (
    <TextInput
      label={label}
      classNames={{ label: classes.label ?? '' }}
      value={text}
      error={error}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        applySoon(typed.trim());
      }}
    />
  );
}
