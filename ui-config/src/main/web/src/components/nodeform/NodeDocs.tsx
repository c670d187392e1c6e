// SPDX-License-Identifier: Apache-2.0
import { Badge, Code, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ComponentDescriptor } from '../../api/components';
import type { PreparedField, PreparedForm } from '../../model/schema/prepare';
import { Fold } from './Fold';
import classes from './NodeForm.module.css';

interface NodeDocsProps {
  readonly component: ComponentDescriptor;
  readonly form: PreparedForm;
}

/** What the node does, the labels it emits, and its fields under their names in the configuration. */
export function NodeDocs({ component, form }: NodeDocsProps) {
  const { t } = useTranslation();
  const { nodeType, clazz } = component;
  const { description, details, relationTypes, customRelations } =
    component.configurationDescriptor.nodeDefinition;
  const fields = form.fields.filter(({ help }) => help !== undefined);
  return (
    <aside className={classes.docs} aria-label={t('nodeForm.docs.title')}>
      <Text size="sm">{description}</Text>
      <Fold title={t('nodeForm.docs.title')}>
        <div className={classes.docsContent}>
          {details !== '' && details !== description && <Text size="sm">{details}</Text>}
          <h4>{t('nodeForm.docs.labels')}</h4>
          <Group gap={4}>
            {relationTypes.map((label) => (
              <Badge key={label} variant="default" tt="none" fw={500} size="md">
                {label}
              </Badge>
            ))}
            {relationTypes.length === 0 && !customRelations && (
              <Text size="sm" c="dimmed">
                {t('nodeForm.docs.none')}
              </Text>
            )}
          </Group>
          {customRelations && (
            <Text size="xs" c="dimmed">
              {t('nodeForm.docs.otherLabels')}
            </Text>
          )}
          {fields.length > 0 && (
            <Fold title={t('nodeForm.docs.fields')}>
              <FieldDocs fields={fields} />
            </Fold>
          )}
          <h4>{t('nodeForm.docs.type')}</h4>
          <Code className={classes.typeName ?? ''}>{nodeType}</Code>
          {clazz !== nodeType && (
            <Text size="xs" c="dimmed" className={classes.typeName ?? ''}>
              {t('nodeForm.docs.thingsBoard')} {clazz}
            </Text>
          )}
        </div>
      </Fold>
    </aside>
  );
}

function FieldDocs({ fields }: { readonly fields: readonly PreparedField[] }) {
  return (
    <dl className={classes.fieldDocs}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <Code>{field.name}</Code>
          </dt>
          <dd>{field.help}</dd>
        </div>
      ))}
    </dl>
  );
}
