// SPDX-License-Identifier: Apache-2.0
import type { PreparedField } from './prepare';
import type { Field, Shape } from './shape';
import type { JsonSchema } from './types';

/** The part of a field's description for the form library that says how it is shown. */
export interface UiNode {
  readonly 'ui:field'?: string;
  readonly 'ui:options'?: { readonly prepared: PreparedField };
  readonly [property: string]: unknown;
}

export interface FormSchema {
  readonly schema: JsonSchema;
  readonly ui: UiNode;
}

/** Fields for the form library: a schema without defaults, so that it adds nothing, and what shows each field. */
export function formSchema(fields: readonly PreparedField[]): FormSchema {
  const parts = fields.map((field) => ({ field, part: partOf(field) }));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(parts.map(({ field, part }) => [field.name, part.schema])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
    },
    ui: Object.fromEntries(parts.map(({ field, part }) => [field.name, part.ui])),
  };
}

function partOf(field: PreparedField): FormSchema {
  const { shape, label, help } = field;
  const text = { title: label, ...(help === undefined ? {} : { description: help }) };
  const options = { 'ui:options': { prepared: field } };
  if (shape.kind === 'object') {
    const { schema, ui } = formSchema(field.fields);
    return { schema: { ...schema, ...text }, ui: { ...ui, ...options } };
  }
  if (shape.kind === 'list' && shape.item.kind === 'object') {
    const { schema, ui } = formSchema(field.fields);
    return { schema: { type: 'array', items: schema, ...text }, ui: { items: ui, ...options } };
  }
  const kind = shape.kind === 'list' ? 'json' : shape.kind;
  return { schema: { type: TYPES[kind], ...text }, ui: { 'ui:field': kind, ...options } };
}

type Leaf = Exclude<Shape['kind'], 'object' | 'list'>;

const TYPES: Readonly<Record<Leaf, string>> = {
  text: 'string',
  number: 'number',
  flag: 'boolean',
  choice: 'string',
  texts: 'array',
  choices: 'array',
  map: 'object',
  union: 'object',
  // Any type will do: the field shows it.
  json: 'string',
};

/**
 * The schema by which the form checks what is typed. It says the same as the server's, but so that a fault is found in
 * one place: no branch of a union is tried that was not chosen.
 */
export function validationSchema(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'object':
      return { type: typed('object', shape), ...objectSchema(shape.fields) };
    case 'union':
      return unionSchema(shape);
    case 'list': {
      const { item, ...rest } = shape;
      return { type: typed('array', shape), ...limits(rest), items: validationSchema(item) };
    }
    case 'texts':
      return { type: typed('array', shape), ...limits(shape), items: { type: 'string' } };
    case 'choices':
      return {
        type: typed('array', shape),
        ...limits(shape),
        items: { type: 'string', enum: shape.values },
      };
    case 'choice':
      return { enum: shape.nullable ? [...shape.values, null] : shape.values };
    case 'map':
      return {
        type: typed('object', shape),
        ...limits(shape),
        additionalProperties: { type: 'string' },
      };
    case 'text':
      return { type: typed('string', shape), ...limits(shape) };
    case 'number':
      return { type: typed(shape.integer ? 'integer' : 'number', shape), ...limits(shape) };
    case 'flag':
      return { type: typed('boolean', shape) };
    case 'json':
      return {};
  }
}

function unionSchema(shape: Extract<Shape, { kind: 'union' }>): JsonSchema {
  const { discriminator, branches } = shape;
  return {
    type: typed('object', shape),
    properties: { [discriminator]: { enum: branches.map(({ value }) => value) } },
    required: [discriminator],
    allOf: branches.map(({ value, fields }) => ({
      if: { properties: { [discriminator]: { const: value } }, required: [discriminator] },
      then: objectSchema(fields),
    })),
  };
}

function objectSchema(fields: readonly Field[]): JsonSchema {
  return {
    properties: Object.fromEntries(
      fields.map(({ name, shape }) => [name, validationSchema(shape)]),
    ),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

function typed(type: string, { nullable }: Shape): string | readonly string[] {
  return nullable ? [type, 'null'] : type;
}

const LIMITS = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
] as const;

function limits(shape: Partial<Pick<JsonSchema, (typeof LIMITS)[number]>>): JsonSchema {
  return Object.fromEntries(
    LIMITS.flatMap((name) => (shape[name] === undefined ? [] : [[name, shape[name]]])),
  );
}
