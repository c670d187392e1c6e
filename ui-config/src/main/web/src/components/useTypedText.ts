// SPDX-License-Identifier: Apache-2.0
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The text of a field whose value, without the blanks around it, applies after a pause of typing. */
export function useTypedText(value: string, onValue: (value: string) => void, pauseMs: number) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const applySoon = useDebouncedCallback(onValue, pauseMs);

  // "Back" and "Clear filters" change the value without the field.
  if (value !== shown) {
    setShown(value);
    if (value !== text.trim()) {
      setText(value);
    }
  }
  return {
    text,
    type: (typed: string) => {
      setText(typed);
      applySoon(typed.trim());
    },
  };
}
