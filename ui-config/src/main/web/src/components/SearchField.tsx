// SPDX-License-Identifier: Apache-2.0
import { TextInput } from '@mantine/core';
import { SearchIcon } from './icons';
import { useTypedText } from './useTypedText';

const TYPING_PAUSE_MS = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Searches while the user types, after a short pause. */
export function SearchField({ label, placeholder, search, onSearch }: SearchFieldProps) {
  const { text, type } = useTypedText(search, onSearch, TYPING_PAUSE_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<SearchIcon />}
      w={260}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
