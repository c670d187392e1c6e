// SPDX-License-Identifier: Apache-2.0
import { Select } from '@mantine/core';
import type { RJSFSchema } from '@rjsf/utils';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type JsonObject } from '../../../model/json';
import { formSchema } from '../../../model/schema/emit';
import { initialBranch } from '../../../model/schema/initial';
import { valueLabel } from '../../../model/schema/labels';
import type { UnionShape } from '../../../model/schema/shape';
import { useLeaf, type LeafProps } from '../leaf';
import classes from '../NodeForm.module.css';
import { useSchemaLabels } from '../useSchemaLabels';
import { withCurrent } from './choice';

/** One of several objects: a choice of the type, and below it the fields of that type. */
export function UnionField(props: LeafProps) {
  const { t } = useTranslation();
  const { id, field, shape, value, change, readOnly, texts } = useLeaf<UnionShape>(props);
  const labels = useSchemaLabels();
  const object = isJsonObject(value) ? value : undefined;
  const type = object?.[shape.discriminator];
  const current = typeof type === 'string' ? type : null;
  const fields = current === null ? undefined : field.branches[current];
  // What was typed for other types, in case the user comes back to one of them.
  const known = useRef<JsonObject>({});

  const choose = (next: string | null) => {
    known.current = { ...known.current, ...object };
    const branch = shape.branches.find((each) => each.value === next);
    change(branch === undefined ? null : initialBranch(shape, branch, known.current));
  };
  const options = shape.branches.map((branch) => ({
    value: branch.value,
    label: valueLabel(branch.value, labels),
  }));
  const { ObjectField } = props.registry.fields;
  const part = useMemo(() => formSchema(fields ?? []), [fields]);
  return (
    <div className={classes.union}>
      <Select
        id={id}
        value={current}
        data={withCurrent(options, current, (unknown) =>
          t('nodeForm.unknownValue', { value: unknown }),
        )}
        placeholder={t('nodeForm.notSet')}
        clearable={shape.nullable}
        allowDeselect={false}
        readOnly={readOnly}
        {...texts}
        onChange={choose}
      />
      {fields !== undefined && fields.length > 0 && ObjectField !== undefined && (
        <div className={classes.nested}>
          <ObjectField
            {...props}
            formData={object}
            schema={part.schema as RJSFSchema}
            uiSchema={part.ui}
          />
        </div>
      )}
    </div>
  );
}
