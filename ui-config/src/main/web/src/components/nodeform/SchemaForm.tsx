// SPDX-License-Identifier: Apache-2.0
// The index of the package also exports a helper for tests, which needs another package.
import Form from '@rjsf/core/lib/components/Form.js';
import type {
  Experimental_DefaultFormStateBehavior,
  RegistryFieldsType,
  RJSFSchema,
} from '@rjsf/utils';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../model/json';
import { formSchema, validationSchema } from '../../model/schema/emit';
import type { PreparedField } from '../../model/schema/prepare';
import { formValidator } from '../../model/schema/validator';
import { faultText } from './fault';
import { ChoiceField } from './fields/ChoiceField';
import { FlagField } from './fields/FlagField';
import { JsonField } from './fields/JsonField';
import { ChoicesField, TextsField } from './fields/ListFields';
import { MapField } from './fields/MapField';
import { NumberField } from './fields/NumberField';
import { TextField } from './fields/TextField';
import { UnionField } from './fields/UnionField';
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  FieldTemplate,
  ObjectFieldTemplate,
} from './templates';

const FIELDS = {
  text: TextField,
  number: NumberField,
  flag: FlagField,
  choice: ChoiceField,
  texts: TextsField,
  choices: ChoicesField,
  map: MapField,
  union: UnionField,
  json: JsonField,
  // The library's registry is typed for fields of any data.
} as unknown as RegistryFieldsType<JsonObject>;

const TEMPLATES = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
};

/** The form shows a configuration; it adds nothing that the user did not enter. */
const NO_DEFAULTS: Experimental_DefaultFormStateBehavior = {
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
  emptyObjectFields: 'skipDefaults',
};

interface SchemaFormProps {
  readonly fields: readonly PreparedField[];
  readonly configuration: JsonObject;
  readonly onChange: (configuration: JsonObject) => void;
  readonly readOnly: boolean;
}

/** The fields of a configuration. Properties that have no field stay as they are. */
export function SchemaForm({ fields, configuration, onChange, readOnly }: SchemaFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const form = useMemo(() => formSchema(fields), [fields]);
  const validator = useMemo(() => {
    const schema = validationSchema({ kind: 'object', nullable: false, fields });
    return formValidator(schema, (fault) => faultText(t, fault));
  }, [fields, t]);
  return (
    <Form<JsonObject>
      // The page around it decides when to save.
      tagName="div"
      idPrefix={id}
      schema={form.schema as RJSFSchema}
      uiSchema={form.ui}
      fields={FIELDS}
      templates={TEMPLATES as object}
      validator={validator}
      liveValidate="onChange"
      showErrorList={false}
      experimental_defaultFormStateBehavior={NO_DEFAULTS}
      formData={configuration}
      readonly={readOnly}
      onChange={({ formData }) => {
        if (formData !== undefined) {
          onChange(formData);
        }
      }}
    >
      {/* No button: it would be drawn if there were no children. */}
      <></>
    </Form>
  );
}
