// SPDX-License-Identifier: Apache-2.0
import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import {
  ErrorSchemaBuilder,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from '@rjsf/utils';
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { JsonSchema, Path } from './types';

/** The kinds of faults, each a keyword of JSON Schema. */
const KEYWORDS = [
  'required',
  'type',
  'enum',
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

export type FaultKind = (typeof KEYWORDS)[number];

export interface Fault {
  readonly path: Path;
  readonly kind: FaultKind;
  /** The value of the keyword in the schema: 5 of `minimum`, "integer" of `type`. */
  readonly limit: string;
}

const DRAFT = '2020-12';

/** The faults of a value. */
export function faultsOf(schema: JsonSchema, value: Json): readonly Fault[] {
  // Mutable only in its type: the library does not change it.
  const { errors } = new Validator(schema as Schema, DRAFT, false).validate(value);
  const faults = errors.flatMap((unit) => faultOf(unit, schema, value) ?? []);
  const seen = new Set<string>();
  return faults.filter(({ path, kind }) => {
    const key = JSON.stringify([path, kind]);
    return !seen.has(key) && seen.add(key);
  });
}

function faultOf(unit: OutputUnit, schema: JsonSchema, value: Json): Fault | undefined {
  const kind = KEYWORDS.find((keyword) => keyword === unit.keyword);
  if (kind === undefined) {
    return undefined;
  }
  const path = pathIn(unit.instanceLocation, value);
  if (kind === 'required') {
    const missing = /property "(.*)"\.$/.exec(unit.error)?.[1];
    return missing === undefined ? undefined : { path: [...path, missing], kind, limit: '' };
  }
  return { path, kind, limit: textOf(valueAt(unit.keywordLocation, schema as JsonObject)) };
}

function textOf(limit: Json | undefined): string {
  if (Array.isArray(limit)) {
    return limit.filter((part) => part !== null && part !== 'null').join(', ');
  }
  return typeof limit === 'string' ? limit : JSON.stringify(limit ?? null);
}

function segments(pointer: string): readonly string[] {
  return pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decoded(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function pathIn(pointer: string, root: Json): Path {
  let value: Json | undefined = root;
  return segments(pointer).map((segment) => {
    const isIndex = Array.isArray(value);
    value = child(value, segment);
    return isIndex ? Number(segment) : segment;
  });
}

function valueAt(pointer: string, root: Json): Json | undefined {
  return segments(pointer).reduce<Json | undefined>(child, root);
}

function child(value: Json | undefined, segment: string): Json | undefined {
  if (Array.isArray(value)) {
    return (value as readonly Json[])[Number(segment)];
  }
  return isJsonObject(value) ? value[segment] : undefined;
}

/**
 * A validator for the form library that works under a content security policy without `unsafe-eval`. The values are
 * checked against `schema`, not against the schema by which the form is drawn.
 */
export function formValidator(
  schema: JsonSchema,
  describe: (fault: Fault) => string,
): ValidatorType<JsonObject> {
  return {
    validateFormData(data) {
      const faults = faultsOf(schema, data ?? {});
      const builder = new ErrorSchemaBuilder<JsonObject>();
      const errors: RJSFValidationError[] = faults.map((fault) => {
        const message = describe(fault);
        builder.addErrors(message, [...fault.path]);
        return { message, stack: message, name: fault.kind };
      });
      return { errors, errorSchema: builder.ErrorSchema };
    },
    isValid(part: RJSFSchema, data) {
      try {
        return new Validator(part as Schema, DRAFT).validate(data ?? null).valid;
      } catch {
        return false;
      }
    },
    rawValidation<Result>(_part: RJSFSchema, data?: JsonObject) {
      return { errors: faultsOf(schema, data ?? {}) as Result[] };
    },
  };
}
