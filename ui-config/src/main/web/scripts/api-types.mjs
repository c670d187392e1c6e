// SPDX-License-Identifier: Apache-2.0
// Writes the types of the REST API, src/api/schemas.ts, from the committed copy of its description:
// node scripts/api-types.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const description = '../../../../api-client/src/main/openapi/openapi.json';
const target = 'src/api/schemas.ts';

const { schemas } = JSON.parse(readFileSync(description, 'utf8')).components;
const declarations = Object.entries(schemas).map(([name, schema]) =>
  schema.properties
    ? `export interface ${name} ${typeOf(schema)}`
    : `export type ${name} = ${typeOf(schema)};`,
);
const header =
  '// SPDX-License-Identifier: Apache-2.0\n// Generated from the description of the API by scripts/api-types.mjs; not committed.';
const imports = "import type { Json } from '../model/json';";
const text = await format(`${header}\n${imports}\n\n${declarations.join('\n\n')}\n`, {
  ...(await resolveConfig(target)),
  parser: 'typescript',
});
if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  writeFileSync(target, text);
}

/** The type of a schema. Keywords that the description does not use are an error, not an unknown type. */
function typeOf(schema) {
  if (schema.$ref) {
    return schema.$ref.split('/').at(-1);
  }
  if (schema.anyOf) {
    return schema.anyOf.map(typeOf).join(' | ');
  }
  if (schema.enum) {
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  }
  if (schema.type === undefined) {
    return 'Json';
  }
  return [schema.type]
    .flat()
    .map((type) => plainTypeOf(type, schema))
    .join(' | ');
}

function plainTypeOf(type, schema) {
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return `readonly (${typeOf(schema.items)})[]`;
    case 'integer':
      return 'number';
    case 'boolean':
    case 'null':
    case 'number':
    case 'string':
      return type;
    default:
      throw new Error(`The type ${type} is not known: ${JSON.stringify(schema)}`);
  }
}

function objectOf({ properties, required = [], additionalProperties }) {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `Readonly<Record<string, ${typeOf(values)}>>`;
  }
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return `{ ${members.join(' ')} }`;
}
