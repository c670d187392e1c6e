// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../json';
import type { JsonSchema } from './types';

interface Common {
  readonly description?: string;
  /** Whether null is allowed: the form shows an optional field. */
  readonly nullable: boolean;
  /** The value in the default configuration of the node. */
  readonly preset?: Json;
}

interface TextLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface NumberLimits {
  readonly minimum?: number;
  readonly maximum?: number;
}

interface ListLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** A list of texts. */
export type TextsShape = Common & ListLimits & { readonly kind: 'texts' };
/** A list whose items are each one of some texts. */
export type ChoicesShape = Common &
  ListLimits & { readonly kind: 'choices'; readonly values: readonly string[] };
export type ChoiceShape = Common & {
  readonly kind: 'choice';
  readonly values: readonly string[];
};
export type NumberShape = Common &
  NumberLimits & { readonly kind: 'number'; readonly integer: boolean };
export type TextShape = Common & TextLimits & { readonly kind: 'text' };
export type FlagShape = Common & { readonly kind: 'flag' };
/** Texts by text. */
export type MapShape = Common & { readonly kind: 'map'; readonly minProperties?: number };
export type ObjectShape = Common & { readonly kind: 'object'; readonly fields: readonly Field[] };
export type ListShape = Common & ListLimits & { readonly kind: 'list'; readonly item: Shape };
/** One of several objects; the value of one property says which. */
export type UnionShape = Common & {
  readonly kind: 'union';
  readonly discriminator: string;
  readonly branches: readonly Branch[];
};
/** Anything for which there is no better input than JSON. */
export type JsonShape = Common & { readonly kind: 'json' };

/** What a value looks like, freed of the many ways in which JSON Schema can say the same. */
export type Shape =
  | TextShape
  | NumberShape
  | FlagShape
  | ChoiceShape
  | TextsShape
  | ChoicesShape
  | MapShape
  | ObjectShape
  | ListShape
  | UnionShape
  | JsonShape;

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
}

export interface Branch {
  /** The value of the discriminating property. */
  readonly value: string;
  /** Without the discriminating property. */
  readonly fields: readonly Field[];
}

/** The shape of the values that a schema describes. References are followed inside the schema itself. */
export function shapeOf(schema: JsonSchema): Shape {
  return shape(schema, { root: schema, open: [] });
}

interface Scope {
  readonly root: JsonSchema;
  /** References that are being followed, to stop at one that leads to itself. */
  readonly open: readonly string[];
}

function shape(schema: JsonSchema, scope: Scope): Shape {
  if (schema.$ref !== undefined) {
    const { $ref, ...siblings } = schema;
    const target = scope.open.includes($ref) ? undefined : resolve($ref, scope.root);
    return target === undefined
      ? { kind: 'json', nullable: false, ...commonOf(schema) }
      : shape({ ...target, ...siblings }, { ...scope, open: [...scope.open, $ref] });
  }
  const options = schema.oneOf ?? schema.anyOf;
  return options === undefined ? plainShape(schema, scope) : shapeOfOptions(schema, options, scope);
}

function shapeOfOptions(schema: JsonSchema, options: readonly JsonSchema[], scope: Scope): Shape {
  const rest = options.filter(({ type }) => type !== 'null');
  const nullable = rest.length < options.length;
  const [only] = rest;
  const siblings = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword !== 'oneOf' && keyword !== 'anyOf'),
  );
  const common = { ...commonOf(schema), nullable };
  if (only !== undefined && rest.length === 1) {
    const single = shape({ ...only, ...siblings }, scope);
    return { ...single, nullable: nullable || single.nullable };
  }
  const union = unionOf(rest, scope);
  return union === undefined
    ? { kind: 'json', ...common }
    : {
        // The description stands at each branch.
        ...(only?.description === undefined ? {} : { description: only.description }),
        ...common,
        ...union,
      };
}

function unionOf(
  options: readonly JsonSchema[],
  scope: Scope,
): Pick<UnionShape, 'kind' | 'discriminator' | 'branches'> | undefined {
  const resolved = options.map((option) =>
    option.$ref === undefined ? option : { ...resolve(option.$ref, scope.root), ...option },
  );
  const discriminator = Object.keys(resolved[0]?.properties ?? {}).find((name) =>
    resolved.every(({ properties }) => typeof properties?.[name]?.const === 'string'),
  );
  if (discriminator === undefined) {
    return undefined;
  }
  const branches = resolved.map((option) => ({
    value: option.properties?.[discriminator]?.const as string,
    fields: fieldsOf(option, scope).filter(({ name }) => name !== discriminator),
  }));
  return { kind: 'union', discriminator, branches };
}

function plainShape(schema: JsonSchema, scope: Scope): Shape {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const nullable = types.includes('null');
  const common = { ...commonOf(schema), nullable };
  const [type, another] = types.filter((name) => name !== 'null');
  if (another !== undefined) {
    return { kind: 'json', ...common };
  }
  const texts = textsIn(schema.enum);
  if (texts !== undefined && (type === 'string' || type === undefined)) {
    const withNull = nullable || schema.enum?.includes(null) === true;
    return { kind: 'choice', ...common, nullable: withNull, values: texts };
  }
  switch (type) {
    case 'string':
      return { kind: 'text', ...common, ...pick(schema, ['minLength', 'maxLength', 'pattern']) };
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        ...common,
        integer: type === 'integer',
        ...pick(schema, ['minimum', 'maximum']),
      };
    case 'boolean':
      return { kind: 'flag', ...common };
    case 'array':
      return listShape(schema, common, scope);
    case 'object':
      return objectShape(schema, common, scope);
    default:
      return { kind: 'json', ...common };
  }
}

function listShape(schema: JsonSchema, common: Common, scope: Scope): Shape {
  const limits = pick(schema, ['minItems', 'maxItems', 'uniqueItems']);
  if (schema.items === undefined) {
    return { kind: 'json', ...common };
  }
  const item = shape(schema.items, scope);
  if (item.kind === 'text') {
    return { kind: 'texts', ...common, ...limits };
  }
  if (item.kind === 'choice') {
    return { kind: 'choices', ...common, ...limits, values: item.values };
  }
  return { kind: 'list', ...common, ...limits, item };
}

function objectShape(schema: JsonSchema, common: Common, scope: Scope): Shape {
  if (schema.properties !== undefined) {
    return { kind: 'object', ...common, fields: fieldsOf(schema, scope) };
  }
  const values = schema.additionalProperties;
  return typeof values === 'object' && shape(values, scope).kind === 'text'
    ? { kind: 'map', ...common, ...pick(schema, ['minProperties']) }
    : { kind: 'json', ...common };
}

function fieldsOf(schema: JsonSchema, scope: Scope): readonly Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    shape: shape(property, scope),
  }));
}

function commonOf({ description, default: preset }: JsonSchema): Omit<Common, 'nullable'> {
  return {
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { preset }),
  };
}

function textsIn(values: readonly Json[] | undefined): readonly string[] | undefined {
  const rest = values?.filter((value) => value !== null);
  return rest?.every((value) => typeof value === 'string') === true ? rest : undefined;
}

/** Follows `#/$defs/Name`; other references are not known. */
function resolve(reference: string, root: JsonSchema): JsonSchema | undefined {
  const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
  return name === undefined ? undefined : root.$defs?.[unescaped(name)];
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function pick<K extends keyof JsonSchema>(
  schema: JsonSchema,
  names: readonly K[],
): { readonly [P in K]?: NonNullable<JsonSchema[P]> } {
  const present = names.filter((name) => schema[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, schema[name]])) as {
    [P in K]?: NonNullable<JsonSchema[P]>;
  };
}
