// SPDX-License-Identifier: Apache-2.0
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { SearchIcon } from './icons';

const TYPING_PAUSE_MS = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Searches while the user types, after a short pause. */
export function SearchField({ label, placeholder, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  const searchSoon = useDebouncedCallback(onSearch, TYPING_PAUSE_MS);

  // "Back" changes the address without the field.
  if (search !== shown) {
    setShown(search);
    if (search !== text.trim()) {
      setText(search);
    }
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<SearchIcon />}
      w={260}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        searchSoon(value.trim());
      }}
    />
  );
}
