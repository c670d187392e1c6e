// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Button, Text } from '@mantine/core';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { PreparedField } from '../../model/schema/prepare';
import { isVisible } from '../../model/schema/visible';
import type { Path } from '../../model/schema/types';
import { Fold } from './Fold';
import { FormStateContext, hasFindings, helpId, problemsId, useProblems } from './formState';
import { CrossIcon, DownIcon, PlusIcon, UpIcon } from './icons';
import { preparedOf, type LeafProps } from './leaf';
import classes from './NodeForm.module.css';
import { ProblemList } from './ProblemList';

/** Fields whose inputs show help and problems themselves. */
const WITH_TEXTS: ReadonlySet<string> = new Set([
  'text',
  'number',
  'choice',
  'texts',
  'choices',
  'union',
]);

/** Fields that are a group of inputs, not one input with a label. */
const GROUPS: ReadonlySet<string> = new Set(['object', 'list', 'map']);

/** A field with its label, help and problems. */
export function FieldTemplate({
  id,
  fieldPathId,
  children,
  rawErrors,
  uiSchema,
}: FieldTemplateProps<unknown>) {
  const field = preparedOf(uiSchema);
  const problems = useProblems(fieldPathId.path, rawErrors);
  if (field === undefined) {
    return children;
  }
  const help =
    field.help === undefined ? null : (
      <Text id={helpId(id)} className={classes.help ?? ''}>
        {field.help}
      </Text>
    );
  const list = <ProblemList id={problemsId(id)} problems={problems} />;
  const { kind } = field.shape;
  if (GROUPS.has(kind) && !(kind === 'list' && field.fields.length === 0)) {
    return (
      <fieldset
        className={classes.group}
        aria-describedby={field.help === undefined ? undefined : helpId(id)}
      >
        <legend className={classes.label}>
          <LabelText field={field} />
        </legend>
        {help}
        {children}
        {list}
      </fieldset>
    );
  }
  return (
    <div className={classes.field} data-kind={kind}>
      {kind !== 'flag' && (
        <label className={classes.label} htmlFor={id}>
          <LabelText field={field} />
        </label>
      )}
      {children}
      {!WITH_TEXTS.has(kind) && (
        <>
          {help}
          {list}
        </>
      )}
    </div>
  );
}

function LabelText({ field: { label, required } }: { readonly field: PreparedField }) {
  const { t } = useTranslation();
  return (
    <>
      {label}
      {required && (
        <span className={classes.required} title={t('nodeForm.required')} aria-hidden="true">
          {' *'}
        </span>
      )}
    </>
  );
}

/** The fields of an object: without those that do not matter now, and with the rarely needed ones folded away. */
export function ObjectFieldTemplate({
  properties,
  uiSchema,
  formData,
  fieldPathId,
}: ObjectFieldTemplateProps<unknown>) {
  const { t } = useTranslation();
  const state = use(FormStateContext);
  const values: JsonObject = isJsonObject(formData as Json | undefined)
    ? (formData as JsonObject)
    : {};
  const parts = properties.flatMap(({ name, content, hidden }) => {
    const field = preparedOf(uiSchema?.[name] as LeafProps['uiSchema']);
    return hidden || field === undefined ? [] : [{ field, content }];
  });
  const all = parts.map(({ field }) => field);
  const pathOf = ({ name }: PreparedField): Path => [...fieldPathId.path, name];
  const shown = parts.filter(
    ({ field }) => isVisible(field, all, values) || hasFindings(state, pathOf(field)),
  );
  const folded = shown.filter(({ field }) => field.advanced);
  return (
    <div className={classes.fields}>
      {shown.filter(({ field }) => !field.advanced).map(keyed)}
      {folded.length > 0 && (
        <Fold
          title={t('nodeForm.moreSettings', { count: folded.length })}
          forceOpen={folded.some(({ field }) => hasFindings(state, pathOf(field)))}
        >
          <div className={classes.fields}>{folded.map(keyed)}</div>
        </Fold>
      )}
    </div>
  );
}

interface Part {
  readonly field: PreparedField;
  readonly content: ReactNode;
}

function keyed({ field, content }: Part) {
  return <div key={field.name}>{content}</div>;
}

/** A list of objects. */
export function ArrayFieldTemplate({
  items,
  canAdd = true,
  onAddClick,
  readonly = false,
}: ArrayFieldTemplateProps<unknown>) {
  const { t } = useTranslation();
  return (
    <div className={classes.list}>
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('nodeForm.emptyList')}
        </Text>
      )}
      {items}
      {canAdd && !readonly && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon />}
          className={classes.addButton ?? ''}
          onClick={() => onAddClick()}
        >
          {t('nodeForm.add')}
        </Button>
      )}
    </div>
  );
}

/** One object of a list, with buttons that move and remove it. */
export function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  index,
  totalItems,
  readonly = false,
  parentUiSchema,
}: ArrayFieldItemTemplateProps<unknown>) {
  const { t } = useTranslation();
  const label = preparedOf(parentUiSchema)?.label ?? '';
  const what = t('nodeForm.item', { label, number: index + 1 });
  return (
    <div className={classes.listItem} role="group" aria-label={what}>
      <div className={classes.listItemContent}>{children}</div>
      {!readonly && (
        <div className={classes.listItemButtons}>
          {totalItems > 1 && (
            <>
              <ItemButton
                label={t('nodeForm.moveUp', { what })}
                disabled={index === 0}
                onClick={() => buttonsProps.onMoveUpItem()}
              >
                <UpIcon />
              </ItemButton>
              <ItemButton
                label={t('nodeForm.moveDown', { what })}
                disabled={index === totalItems - 1}
                onClick={() => buttonsProps.onMoveDownItem()}
              >
                <DownIcon />
              </ItemButton>
            </>
          )}
          <ItemButton
            label={t('nodeForm.remove', { what })}
            onClick={() => buttonsProps.onRemoveItem()}
          >
            <CrossIcon />
          </ItemButton>
        </div>
      )}
    </div>
  );
}

interface ItemButtonProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function ItemButton({ label, disabled = false, onClick, children }: ItemButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
