// SPDX-License-Identifier: Apache-2.0
import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { Json } from '../../model/json';
import type { PreparedField } from '../../model/schema/prepare';
import type { Shape } from '../../model/schema/shape';
import { helpId, problemsId, useProblems, type Problem } from './formState';
import classes from './NodeForm.module.css';
import { ProblemList } from './ProblemList';

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
  /** Help and problems, for an input that shows them itself and refers to them. */
  readonly texts: InputTexts;
  /** Whether an error was found. */
  readonly invalid: boolean;
  /** Ids of the help and the problems, for an input that does not show them itself. */
  readonly describedBy: string | undefined;
}

/** What stands below an input. */
export interface InputTexts {
  readonly description: ReactNode;
  readonly error: ReactNode;
  readonly inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[];
  readonly descriptionProps: { readonly className: string };
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
    texts: textsOf(field.help, problems),
    invalid: problems.some(({ severity }) => severity === 'error'),
    describedBy: descriptions.length === 0 ? undefined : descriptions.join(' '),
  };
}

function textsOf(help: string | undefined, problems: readonly Problem[]): InputTexts {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return {
    description:
      help === undefined && warnings.length === 0 ? undefined : (
        <>
          {help}
          <ProblemList problems={warnings} />
        </>
      ),
    error: errors.length === 0 ? false : <ProblemList problems={errors} />,
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
    descriptionProps: { className: classes.help ?? '' },
  };
}
