// SPDX-License-Identifier: Apache-2.0
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { valueLabel } from '../../../model/schema/labels';
import type { ChoiceShape } from '../../../model/schema/shape';
import { textOf, useLeaf, type LeafProps } from '../leaf';
import { useSchemaLabels } from '../useSchemaLabels';
import { withCurrent } from './choice';

/** A list longer than this has a search. */
const EASY_LENGTH = 8;

/** One of some values. */
export function ChoiceField(props: LeafProps) {
  const { t } = useTranslation();
  const { id, field, shape, value, change, readOnly, texts } = useLeaf<ChoiceShape>(props);
  const labels = useSchemaLabels();
  const current = value === undefined || value === null ? null : textOf(value);
  const options = shape.values.map((each) => ({ value: each, label: valueLabel(each, labels) }));
  return (
    <Select
      id={id}
      value={current}
      data={withCurrent(options, current, (unknown) =>
        t('nodeForm.unknownValue', { value: unknown }),
      )}
      placeholder={t('nodeForm.notSet')}
      searchable={options.length > EASY_LENGTH}
      nothingFoundMessage={t('nodeForm.noMatch')}
      clearable={shape.nullable}
      allowDeselect={false}
      readOnly={readOnly}
      {...texts}
      aria-required={field.required}
      onChange={change}
    />
  );
}
