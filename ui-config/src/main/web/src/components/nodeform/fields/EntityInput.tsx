// SPDX-License-Identifier: Apache-2.0
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isListed, searchEntities } from '../../../api/choices';
import { isJsonObject, type Json } from '../../../model/json';
import type { Path } from '../../../model/schema/types';
import { FormStateContext } from '../formState';
import { useEntityName } from '../../useEntityName';
import { withCurrent, type ChoiceInputProps } from './choice';

interface EntityInputProps extends ChoiceInputProps {
  /** If the type is fixed. */
  readonly entityType?: string;
  /** Otherwise: where the id is. */
  readonly path?: Path;
  /** The property beside the id that has the type. */
  readonly typeField?: string;
}

/** The id of an entity: chosen by name if the server lists entities of its type, otherwise typed. */
export function EntityInput({
  entityType,
  path = [],
  typeField = 'entityType',
  ...input
}: EntityInputProps) {
  const { configuration } = use(FormStateContext);
  const type = entityType ?? siblingType(configuration, path, typeField);
  if (type !== undefined && isListed(type)) {
    return <ListedEntityInput key={type} {...input} entityType={type} />;
  }
  const { id, value, onChange, readOnly, texts } = input;
  return (
    <TextInput
      id={id}
      value={value ?? ''}
      readOnly={readOnly}
      {...texts}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

const TYPING_MS = 250;
const FRESH_MS = 30_000;

interface ListedEntityInputProps extends ChoiceInputProps {
  readonly entityType: string;
}

export function ListedEntityInput({ entityType, texts, ...props }: ListedEntityInputProps) {
  const { t } = useTranslation();
  const { value } = props;
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed, TYPING_MS);
  const { data: found } = useQuery({
    queryKey: ['entities', entityType, sought],
    queryFn: ({ signal }) => searchEntities(entityType, sought, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  const options = found?.map(({ id, name }) => ({ value: id.id, label: name })) ?? [];
  const isMissing = value !== null && !options.some((option) => option.value === value);
  const name = useEntityName(entityType, value ?? '', {
    enabled: isMissing && found !== undefined,
  });
  const label = options.find((option) => option.value === value)?.label ?? name;
  return (
    <Select
      {...props}
      searchable
      // The list is what the server found; the text of the chosen entry is no search.
      onSearchChange={(text) => setTyped(text === label ? '' : text)}
      data={withCurrent(options, value, (id) => name ?? id)}
      filter={({ options: all }) => all}
      nothingFoundMessage={t('nodeForm.noMatch')}
      {...texts}
      allowDeselect={false}
    />
  );
}

function siblingType(configuration: Json, path: Path, typeField: string): string | undefined {
  const parent = path.slice(0, -1).reduce<Json | undefined>((value, segment) => {
    if (Array.isArray(value)) {
      return (value as readonly Json[])[Number(segment)];
    }
    return isJsonObject(value) ? value[segment] : undefined;
  }, configuration);
  const type = isJsonObject(parent) ? parent[typeField] : undefined;
  return typeof type === 'string' ? type : undefined;
}
