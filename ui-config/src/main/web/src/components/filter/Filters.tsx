// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_TEXTS, type ChoiceInputProps } from '../nodeform/fields/choice';
import { ListedEntityInput } from '../nodeform/fields/EntityInput';
import classes from './Filter.module.css';

interface FiltersProps {
  readonly title: string;
  /** Whether there is a condition to clear. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The conditions of a list, with a button that clears them. */
export function Filters({ title, isFiltered, onClear, children }: FiltersProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={title} className={classes.filters}>
      {children}
      <Button variant="subtle" disabled={!isFiltered} onClick={onClear}>
        {t('deadLetters.filter.clear')}
      </Button>
    </section>
  );
}

interface ChoiceFilterProps {
  readonly label: string;
  /** Empty for none. */
  readonly value: string;
  readonly placeholder: string;
  readonly onValue: (value: string) => void;
  readonly input: (props: ChoiceInputProps) => ReactNode;
}

/** A condition that is one of the choices of an input. */
export function ChoiceFilter({ label, value, placeholder, onValue, input }: ChoiceFilterProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {input({
        id,
        value: value || null,
        placeholder,
        onChange: (chosen) => onValue(chosen ?? ''),
        clearable: true,
        readOnly: false,
        texts: NO_TEXTS,
      })}
    </div>
  );
}

interface EntityFilterProps extends Omit<ChoiceFilterProps, 'input'> {
  readonly entityType: string;
}

/** A condition that is the id of an entity, chosen by its name. */
export function EntityFilter({ entityType, ...props }: EntityFilterProps) {
  return (
    <ChoiceFilter
      {...props}
      input={(choice) => <ListedEntityInput {...choice} entityType={entityType} />}
    />
  );
}
