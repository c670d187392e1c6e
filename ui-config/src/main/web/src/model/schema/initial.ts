// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../json';
import type { Branch, Field, Shape, UnionShape } from './shape';

/** A value to begin with when the user adds one: the preset, or as little as the shape allows. */
export function initialValue(shape: Shape): Json {
  if (shape.preset !== undefined) {
    return shape.preset;
  }
  if (shape.nullable && shape.kind !== 'union') {
    return null;
  }
  switch (shape.kind) {
    case 'text':
      return '';
    case 'number':
      return shape.minimum ?? 0;
    case 'flag':
      return false;
    case 'choice':
      return shape.values[0] ?? '';
    case 'texts':
    case 'choices':
    case 'list':
      return [];
    case 'map':
      return {};
    case 'object':
      return initialFields(shape.fields);
    case 'union': {
      const [first] = shape.branches;
      return first === undefined ? {} : initialBranch(shape, first);
    }
    case 'json':
      return null;
  }
}

/** An object of this branch. Fields that `known` has keep their values. */
export function initialBranch(
  { discriminator }: UnionShape,
  branch: Branch,
  known: JsonObject = {},
): JsonObject {
  return { [discriminator]: branch.value, ...initialFields(branch.fields), ...kept(branch, known) };
}

function initialFields(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(
    fields
      // The server has a default for a number that may be absent; a made-up one might be out of range.
      .filter(({ required, shape }) => required || shape.kind !== 'number')
      .map(({ name, shape }) => [name, initialValue(shape)]),
  );
}

function kept({ fields }: Branch, known: JsonObject): JsonObject {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = known[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
