// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { COMPONENTS } from '../model/schema/fixture';
import { en } from './en';
import { schemaLabels, zh } from './zh';

type Tree = string | { readonly [key: string]: Tree };

/** Chinese texts without a Chinese character: names that are the same in every language. */
const NAMES: ReadonlySet<string> = new Set(['JavaScript', 'JSON', 'TBEL', 'p99 {{time}}']);

const HAN = '\\p{Script=Han}';

/** All texts by their path. */
function textsIn(tree: Tree, path = ''): ReadonlyMap<string, string> {
  return typeof tree === 'string'
    ? new Map([[path, tree]])
    : new Map(
        Object.entries(tree).flatMap(([key, each]) => [
          ...textsIn(each, path === '' ? key : `${path}.${key}`),
        ]),
      );
}

function placeholdersIn(text = ''): readonly string[] {
  return (text.match(/\{\{.*?\}\}/g) ?? []).sort();
}

const english = textsIn(en);
const chinese = textsIn(zh);
const labels = textsIn(schemaLabels as unknown as Tree);

/** The paths of texts that break a rule, each with its text. */
function breaking(
  texts: ReadonlyMap<string, string>,
  isBroken: (text: string, path: string) => boolean,
): readonly string[] {
  return [...texts]
    .filter(([path, text]) => isBroken(text, path))
    .map(([path, text]) => `${path}: ${text}`);
}

describe('the Chinese texts', () => {
  it('have the keys of the English texts', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('have the placeholders of the English texts', () => {
    expect(
      breaking(
        chinese,
        (text, path) => placeholdersIn(text).join() !== placeholdersIn(english.get(path)).join(),
      ),
    ).toEqual([]);
  });

  it('are Chinese', () => {
    const han = new RegExp(HAN, 'u');
    const letters = /\p{L}/u;
    expect(
      breaking(
        chinese,
        (text) =>
          letters.test(text.replaceAll(/\{\{.*?\}\}/g, '')) && !han.test(text) && !NAMES.has(text),
      ),
    ).toEqual([]);
  });

  it.each([
    ['UI', chinese],
    ['labels of configurations', labels],
  ])('have a space between Chinese and Latin characters: %s', (_, texts) => {
    const joined = new RegExp(`${HAN}[A-Za-z0-9]|[A-Za-z0-9]${HAN}`, 'u');
    // A phrase is Chinese; another placeholder stands for a number or a name, mostly in Latin letters.
    const filled = (text: string) =>
      text.replaceAll(/\{\{(\w+P|p)hrase\}\}/g, '').replaceAll(/\{\{.*?\}\}/g, 'x');
    expect(breaking(texts, (text) => joined.test(filled(text)))).toEqual([]);
  });

  it.each([
    ['UI', chinese],
    ['labels of configurations', labels],
  ])('have full-width punctuation: %s', (_, texts) => {
    const halfWidth = new RegExp(
      `${HAN}\\s*[,;:?!()]|[(]${HAN}|${HAN}\\.(?!\\w)|[０-９Ａ-ｚ]`,
      'u',
    );
    expect(breaking(texts, (text) => halfWidth.test(text))).toEqual([]);
  });
});

describe('no text', () => {
  it.each([
    ['English', english],
    ['Chinese', chinese],
    ['label', labels],
  ])('is empty or has a space at an end: %s', (_, texts) => {
    expect(breaking(texts, (text) => text.trim() !== text || text === '')).toEqual([]);
  });
});

describe('the Chinese labels', () => {
  const schemas = COMPONENTS.map(
    ({ configurationDescriptor: { nodeDefinition } }) => nodeDefinition.configurationSchema,
  );
  const { properties, values } = namesIn(schemas);

  it('are those of all properties of the nodes', () => {
    expect(properties.filter((name) => schemaLabels.properties[name] === undefined)).toEqual([]);
  });

  it('are those of all values between which a field chooses', () => {
    const same = ['ID', 'RPC', 'TBEL', 'true', 'false'];
    expect(
      values.filter((value) => schemaLabels.values[value] === undefined && !same.includes(value)),
    ).toEqual([]);
  });
});

/** The names of properties, and the values of choices, in JSON schemas. */
function namesIn(schemas: unknown): {
  readonly properties: readonly string[];
  readonly values: readonly string[];
} {
  const properties = new Set<string>();
  const values = new Set<string>();
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) {
      return;
    }
    const schema = part as Readonly<Record<string, unknown>>;
    if (typeof schema.properties === 'object') {
      Object.keys(schema.properties ?? {}).forEach((name) => properties.add(name));
    }
    if (Array.isArray(schema.enum)) {
      schema.enum.forEach((value) => values.add(String(value)));
    }
    if (typeof schema.const === 'string') {
      values.add(schema.const);
    }
    Object.values(schema).forEach(visit);
  };
  visit(schemas);
  return { properties: [...properties], values: [...values] };
}
