// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDescriptor } from '../../api/components';
import type { Finding } from '../../model/chain/finding';
import type { JsonObject } from '../../model/json';
import { placeFindings, topMessage } from '../../model/schema/findings';
import { prepare } from '../../model/schema/prepare';
import { FormStateContext } from './formState';
import { NodeDocs } from './NodeDocs';
import classes from './NodeForm.module.css';
import { ProblemList } from './ProblemList';
import { ScriptSection } from './script/ScriptSection';
import { useSchemaLabels } from './useSchemaLabels';

// The form library is needed only where a node is edited.
const SchemaForm = lazy(async () => ({ default: (await import('./SchemaForm')).SchemaForm }));

export interface NodeFormContext {
  readonly chainId: string;
  readonly nodeName: string;
}

export interface NodeFormProps {
  readonly component: ComponentDescriptor;
  readonly configuration: JsonObject;
  readonly configurationVersion?: number;
  /** Findings about this node. */
  readonly findings: readonly Finding[];
  readonly context: NodeFormContext;
  readonly onChange: (configuration: JsonObject) => void;
  readonly readOnly?: boolean;
}

/**
 * The configuration of a node: its script, its other fields, what the server found in them, and what the node does. Give
 * each node its own `key`, so that nothing typed for one is shown for another.
 */
export function NodeForm({
  component,
  configuration,
  findings,
  context,
  onChange,
  readOnly = false,
}: NodeFormProps) {
  const { t } = useTranslation();
  const { nodeType } = component;
  const { configurationSchema } = component.configurationDescriptor.nodeDefinition;
  const labels = useSchemaLabels();
  const form = useMemo(
    () => prepare(nodeType, configurationSchema, labels),
    [nodeType, configurationSchema, labels],
  );
  const placed = useMemo(() => placeFindings(findings, form), [findings, form]);
  const state = useMemo(
    () => ({ configuration, findings: placed.byField }),
    [configuration, placed],
  );
  const top = placed.top.map((finding) => ({ ...finding, message: topMessage(finding) }));
  const { script, fields } = form;
  return (
    <FormStateContext value={state}>
      <div className={classes.root}>
        <div className={classes.columns}>
          <NodeDocs component={component} form={form} />
          <section className={classes.main} aria-label={t('nodeForm.configuration')}>
            <ProblemList problems={top} />
            {script !== undefined && (
              <ScriptSection
                component={component}
                fields={script}
                configuration={configuration}
                context={context}
                onChange={onChange}
                readOnly={readOnly}
              />
            )}
            {fields.length > 0 && (
              <Suspense
                fallback={
                  <Skeleton height={200} role="status" aria-label={t('nodeForm.loading')} />
                }
              >
                <SchemaForm
                  fields={fields}
                  configuration={configuration}
                  onChange={onChange}
                  readOnly={readOnly}
                />
              </Suspense>
            )}
            {fields.length === 0 && script === undefined && (
              <Text c="dimmed">{t('nodeForm.noSettings')}</Text>
            )}
          </section>
        </div>
        <VisuallyHidden aria-live="polite">
          <Announcement findings={findings} />
        </VisuallyHidden>
      </div>
    </FormStateContext>
  );
}

/** Tells screen readers what the server found; the findings themselves stand beside their fields. */
function Announcement({ findings }: { readonly findings: readonly Finding[] }) {
  const { t } = useTranslation();
  const [first] = findings;
  return first === undefined
    ? t('nodeForm.noProblems')
    : t('nodeForm.problems', { count: findings.length, first: first.message });
}
