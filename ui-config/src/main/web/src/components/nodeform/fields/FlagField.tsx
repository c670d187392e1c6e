// SPDX-License-Identifier: Apache-2.0
import { Checkbox } from '@mantine/core';
import type { FlagShape } from '../../../model/schema/shape';
import { useLeaf, type LeafProps } from '../leaf';

/** Yes or no. A field that is missing means no, to the server too. */
export function FlagField(props: LeafProps) {
  const { id, field, value, change, readOnly, describedBy } = useLeaf<FlagShape>(props);
  return (
    <Checkbox
      id={id}
      label={field.label}
      checked={value === true}
      disabled={readOnly}
      aria-describedby={describedBy}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
