// SPDX-License-Identifier: Apache-2.0

/** The properties of an input that chooses one text. */
export interface ChoiceInputProps {
  readonly id: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly placeholder?: string;
  readonly clearable: boolean;
  readonly readOnly: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options with the current value, even if it is none of them. */
export function withCurrent(
  options: readonly Option[],
  current: string | null,
  label: (value: string) => string,
): Option[] {
  return current === null || options.some(({ value }) => value === current)
    ? [...options]
    : [...options, { value: current, label: label(current) }];
}
