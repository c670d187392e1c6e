// SPDX-License-Identifier: Apache-2.0
import type { InputTexts } from '../leaf';

/** The properties of an input that chooses one text. */
export interface ChoiceInputProps {
  readonly id: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly placeholder?: string;
  readonly clearable: boolean;
  readonly readOnly: boolean;
  readonly texts: InputTexts;
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

/** For an input with nothing below it. */
export const NO_TEXTS: InputTexts = {
  description: undefined,
  error: false,
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  descriptionProps: { className: '' },
};
