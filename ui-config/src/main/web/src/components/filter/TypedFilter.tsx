// SPDX-License-Identifier: Apache-2.0
import { TextInput } from '@mantine/core';
import { useTypedText } from '../useTypedText';
import classes from './Filter.module.css';

const TYPING_PAUSE_MS = 400;

interface TypedFilterProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onValue: (value: string) => void;
}

/** A condition that is typed; it applies after a pause. */
export function TypedFilter({ value, onValue, ...props }: TypedFilterProps) {
  const { text, type } = useTypedText(value, onValue, TYPING_PAUSE_MS);
  return (
    <TextInput
      {...props}
      classNames={{ label: classes.label ?? '' }}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
