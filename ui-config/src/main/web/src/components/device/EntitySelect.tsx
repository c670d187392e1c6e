// SPDX-License-Identifier: Apache-2.0
import { Input, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { NO_TEXTS } from '../nodeform/fields/choice';
import { ListedEntityInput } from '../nodeform/fields/EntityInput';

interface EntitySelectProps {
  readonly label: string;
  /** Whether the label is for screen readers only. */
  readonly hidesLabel?: boolean;
  readonly entityType: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly placeholder: string;
  readonly clearable: boolean;
  readonly error?: string | undefined;
}

/** Chooses an entity of a listed type by its name. */
export function EntitySelect({ label, hidesLabel = false, error, ...props }: EntitySelectProps) {
  const id = useId();
  const select = (
    <ListedEntityInput
      key={props.entityType}
      {...props}
      id={id}
      readOnly={false}
      texts={NO_TEXTS}
    />
  );
  return hidesLabel ? (
    <div>
      <VisuallyHidden>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      {select}
    </div>
  ) : (
    <Input.Wrapper id={id} label={label} error={error}>
      {select}
    </Input.Wrapper>
  );
}
