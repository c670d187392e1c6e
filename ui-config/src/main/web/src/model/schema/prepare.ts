// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../json';
import { hintFor, type FieldHint } from './hints';
import {
  ENGLISH_LABELS,
  isWithoutEffect,
  labelOf,
  unitOf,
  withoutUnit,
  type SchemaLabels,
} from './labels';
import { shapeOf, type Branch, type Field, type Shape } from './shape';

/** A schema longer than this folds its optional fields away, unless hints say which. */
const COMFORTABLE_LENGTH = 8;

/** A field as the form shows it. */
export interface PreparedField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly help?: string;
  /** Behind a number. */
  readonly unit?: string;
  readonly hint: FieldHint;
  readonly advanced: boolean;
  readonly shape: Shape;
  /** The fields of an object, or of each item of a list. */
  readonly fields: readonly PreparedField[];
  /** The fields by branch, if the shape is a union. */
  readonly branches: Readonly<Record<string, readonly PreparedField[]>>;
}

/** The properties of a node that runs a script: one editor with a choice of the language shows them. */
export interface ScriptFields {
  readonly language: string;
  readonly js: string;
  readonly tbel: string;
}

export interface PreparedForm {
  readonly script?: ScriptFields;
  /** In the order in which they are shown. */
  readonly fields: readonly PreparedField[];
}

/** What the form of a node shows, from the schema of its configuration. */
export function prepare(
  nodeType: string,
  schema: JsonObject,
  labels = ENGLISH_LABELS,
): PreparedForm {
  const shape = shapeOf(schema);
  const all = shape.kind === 'object' ? shape.fields : [];
  const script = scriptFieldsIn(all);
  const shown = all.filter(({ name }) => !isPartOfScript(name, script) && name !== 'version');
  const fields = prepared(shown, { nodeType, path: [], labels });
  return script === undefined ? { fields } : { script, fields };
}

interface Place {
  readonly nodeType: string;
  readonly path: readonly string[];
  readonly labels: SchemaLabels;
}

function prepared(fields: readonly Field[], place: Place): readonly PreparedField[] {
  const all = fields.map((field) => preparedField(field, place));
  const hinted = all.some(({ advanced, hint }) => advanced || hint.when !== undefined);
  const folded =
    hinted || place.path.length > 0 || all.length <= COMFORTABLE_LENGTH ? all : foldOptional(all);
  return [
    ...folded.filter(({ required, advanced }) => required && !advanced),
    ...folded.filter(({ required, advanced }) => !required && !advanced),
    ...folded.filter(({ advanced }) => advanced),
  ];
}

function foldOptional(fields: readonly PreparedField[]): readonly PreparedField[] {
  let room = COMFORTABLE_LENGTH - fields.filter(({ required }) => required).length;
  return fields.map((field) =>
    field.required || room-- > 0 ? field : { ...field, advanced: true },
  );
}

function preparedField({ name, required, shape }: Field, place: Place): PreparedField {
  const { nodeType, path, labels } = place;
  const here = [...path, name];
  const hint = hintFor(nodeType, here);
  const unit = shape.kind === 'number' ? unitOf(shape.description) : undefined;
  const inner = { ...place, path: here };
  const label = labelOf(name, labels);
  return {
    name,
    label: unit === undefined ? label : withoutUnit(label),
    required: required && !shape.nullable,
    ...(shape.description === undefined ? {} : { help: shape.description }),
    ...(unit === undefined ? {} : { unit: labels.units[unit] ?? unit }),
    hint,
    advanced: hint.advanced ?? isWithoutEffect(shape.description),
    shape,
    fields: prepared(fieldsIn(shape), inner),
    branches: shape.kind === 'union' ? preparedBranches(shape.branches, inner) : {},
  };
}

function fieldsIn(shape: Shape): readonly Field[] {
  if (shape.kind === 'object') {
    return shape.fields;
  }
  return shape.kind === 'list' ? fieldsIn(shape.item) : [];
}

function preparedBranches(
  branches: readonly Branch[],
  place: Place,
): Readonly<Record<string, readonly PreparedField[]>> {
  return Object.fromEntries(branches.map(({ value, fields }) => [value, prepared(fields, place)]));
}

const SCRIPTS: readonly ScriptFields[] = [
  { language: 'scriptLang', js: 'jsScript', tbel: 'tbelScript' },
  { language: 'scriptLang', js: 'alarmDetailsBuildJs', tbel: 'alarmDetailsBuildTbel' },
];

function scriptFieldsIn(fields: readonly Field[]): ScriptFields | undefined {
  const names = new Set(fields.map(({ name }) => name));
  return SCRIPTS.find((script) => Object.values(script).every((name) => names.has(name)));
}

function isPartOfScript(name: string, script: ScriptFields | undefined): boolean {
  return script !== undefined && Object.values(script).includes(name);
}
