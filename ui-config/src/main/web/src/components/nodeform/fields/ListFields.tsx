// SPDX-License-Identifier: Apache-2.0
import { MultiSelect, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listProfileNames } from '../../../api/choices';
import type { Json } from '../../../model/json';
import type { FieldHint } from '../../../model/schema/hints';
import { valueLabel } from '../../../model/schema/labels';
import type { ChoicesShape, TextsShape } from '../../../model/schema/shape';
import { useLeaf, type LeafProps } from '../leaf';
import { useKeys } from '../useKeys';
import { useSchemaLabels } from '../useSchemaLabels';

const FRESH_MS = 60_000;

/** A list of texts, such as keys, each a tag. */
export function TextsField(props: LeafProps) {
  const { t } = useTranslation();
  const { id, field, value, change, readOnly, texts } = useLeaf<TextsShape>(props);
  const offered = useOffered(field.hint);
  const tags = textsOf(value);
  return (
    <TagsInput
      id={id}
      value={tags}
      data={[...offered]}
      // A comma may belong to the text: keys can be regular expressions.
      splitChars={[]}
      placeholder={tags.length === 0 && !readOnly ? t('nodeForm.addHint') : undefined}
      readOnly={readOnly}
      {...texts}
      aria-required={field.required}
      acceptValueOnBlur
      limit={50}
      onChange={change}
    />
  );
}

/** A list of some of the values that there are. */
export function ChoicesField(props: LeafProps) {
  const { t } = useTranslation();
  const { id, field, shape, value, change, readOnly, texts } = useLeaf<ChoicesShape>(props);
  const labels = useSchemaLabels();
  const chosen = textsOf(value);
  const unknown = chosen.filter((each) => !shape.values.includes(each));
  return (
    <MultiSelect
      id={id}
      value={chosen}
      data={[
        ...shape.values.map((each) => ({ value: each, label: valueLabel(each, labels) })),
        ...unknown.map((each) => ({
          value: each,
          label: t('nodeForm.unknownValue', { value: each }),
        })),
      ]}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('nodeForm.noMatch')}
      readOnly={readOnly}
      {...texts}
      aria-required={field.required}
      onChange={change}
    />
  );
}

function useOffered({ input, keys, suggestions }: FieldHint): readonly string[] {
  const kind = input === 'assetProfiles' ? 'asset' : 'device';
  const { data: profiles } = useQuery({
    queryKey: ['profileNames', kind],
    queryFn: ({ signal }) => listProfileNames(kind, signal),
    enabled: input === 'assetProfiles' || input === 'deviceProfiles',
    staleTime: FRESH_MS,
  });
  const offered = useKeys(keys);
  return suggestions ?? profiles ?? offered;
}

function textsOf(value: Json | undefined): string[] {
  if (!Array.isArray(value)) {
    return [];
  }
  return (value as readonly Json[]).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );
}
