// SPDX-License-Identifier: Apache-2.0
import type { FieldProps } from '@rjsf/utils';
import type { Json } from '../../model/json';
import type { PreparedField } from '../../model/schema/prepare';
import type { Shape } from '../../model/schema/shape';
import { helpId, problemsId, useProblems } from './formState';

/** The form library's properties of a field. */
export type LeafProps = FieldProps<unknown>;

/** What an input needs to know. */
export interface Leaf<S extends Shape> {
  readonly id: string;
  readonly field: PreparedField;
  readonly shape: S;
  readonly value: Json | undefined;
  readonly change: (value: Json) => void;
  readonly readOnly: boolean;
  readonly invalid: boolean;
  /** Ids of the texts that describe the input. */
  readonly describedBy: string | undefined;
}

/** The prepared field to which a part of the form belongs. */
export function preparedOf(uiSchema: LeafProps['uiSchema']): PreparedField | undefined {
  const options = uiSchema?.['ui:options'] as { readonly prepared?: PreparedField } | undefined;
  return options?.prepared;
}

/** A value that is no text, which only another client can have set, is shown as JSON. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function useLeaf<S extends Shape>(props: LeafProps): Leaf<S> {
  const { fieldPathId, formData, onChange, rawErrors, readonly = false, uiSchema } = props;
  const field = preparedOf(uiSchema);
  if (field === undefined) {
    throw new Error(`The field ${props.name} is not prepared.`);
  }
  const id = fieldPathId.$id;
  const problems = useProblems(fieldPathId.path, rawErrors);
  const descriptions = [
    ...(field.help === undefined ? [] : [helpId(id)]),
    ...(problems.length === 0 ? [] : [problemsId(id)]),
  ];
  return {
    id,
    field,
    shape: field.shape as S,
    value: formData as Json | undefined,
    change: (value) => onChange(value, fieldPathId.path),
    readOnly: readonly,
    invalid: problems.some(({ severity }) => severity === 'error'),
    describedBy: descriptions.length === 0 ? undefined : descriptions.join(' '),
  };
}
