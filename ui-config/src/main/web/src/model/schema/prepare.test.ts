// SPDX-License-Identifier: Apache-2.0
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { validationSchema } from './emit';
import { COMPONENTS } from './fixture';
import { hintedPaths } from './hints';
import { prepare, type PreparedField } from './prepare';
import { shapeOf } from './shape';
import { faultsOf } from './validator';

const NODES = COMPONENTS.map(({ nodeType, configurationDescriptor }) => ({
  nodeType,
  definition: configurationDescriptor.nodeDefinition,
}));

function formOf(nodeType: string) {
  const node = NODES.find((each) => each.nodeType === nodeType);
  if (node === undefined) {
    throw new Error(`no node ${nodeType}`);
  }
  return prepare(nodeType, node.definition.configurationSchema);
}

function everyField(fields: readonly PreparedField[]): readonly PreparedField[] {
  return fields.flatMap((field) => [
    field,
    ...everyField(field.fields),
    ...everyField(Object.values(field.branches).flat()),
  ]);
}

describe('the schemas of all nodes', () => {
  it('are all there', () => {
    expect(NODES).toHaveLength(63);
  });

  it.each(NODES)('$nodeType: every field has an input that is not JSON', (node) => {
    const form = prepare(node.nodeType, node.definition.configurationSchema);
    expect(everyField(form.fields).filter(({ shape }) => shape.kind === 'json')).toEqual([]);
  });

  it.each(NODES)('$nodeType: the default configuration satisfies both schemas', (node) => {
    const { configurationSchema, defaultConfiguration } = node.definition;
    const theirs = new Validator(configurationSchema, '2020-12');
    const ours = validationSchema(shapeOf(configurationSchema));
    // These begin empty and ask the user to fill something in.
    const expected = INCOMPLETE[node.nodeType] ?? [];
    expect(theirs.validate(defaultConfiguration).valid).toBe(expected.length === 0);
    expect(faultsOf(ours, defaultConfiguration).map(({ path }) => path.join('.'))).toEqual(
      expected,
    );
  });

  it.each(NODES)('$nodeType: every property is shown or known', (node) => {
    const { configurationSchema } = node.definition;
    const { fields, script } = prepare(node.nodeType, configurationSchema);
    const shown = [
      ...fields.map(({ name }) => name),
      ...(script === undefined ? [] : (Object.values(script) as string[])),
    ];
    const names = Object.keys(configurationSchema.properties ?? {});
    expect(names.filter((name) => name !== 'version').sort()).toEqual(shown.sort());
  });
});

const INCOMPLETE: Readonly<Record<string, readonly string[]>> = {
  'enrichment.originator-telemetry': ['latestTsKeyNames'],
  'enrichment.customer-details': ['detailsList'],
  'enrichment.tenant-details': ['detailsList'],
  'action.assign-to-customer': ['customerNamePattern'],
};

describe('hints', () => {
  it.each(hintedPaths())('$nodeType $path exists', ({ nodeType, path, hint }) => {
    const segments = path.split('.');
    let fields = formOf(nodeType).fields;
    let siblings: readonly string[] = [];
    for (const segment of segments) {
      const field = fields.find(({ name }) => name === segment);
      expect(field).toBeDefined();
      siblings = fields.map(({ name }) => name);
      fields = [...(field?.fields ?? []), ...Object.values(field?.branches ?? {}).flat()];
    }
    expect(siblings).toEqual(expect.arrayContaining(hint.when ? [hint.when.field] : []));
  });
});

describe('a prepared form', () => {
  it('has one editor for the script instead of three fields', () => {
    expect(formOf('filter.script')).toEqual({
      script: { language: 'scriptLang', js: 'jsScript', tbel: 'tbelScript' },
      fields: [],
    });
    expect(formOf('action.clear-alarm').script).toEqual({
      language: 'scriptLang',
      js: 'alarmDetailsBuildJs',
      tbel: 'alarmDetailsBuildTbel',
    });
  });

  it('shows nothing for a node without settings', () => {
    expect(formOf('flow.acknowledge')).toEqual({ fields: [] });
  });

  it('puts required fields first and folds those without effect', () => {
    const { fields } = formOf('transform.deduplication');
    expect(fields.map(({ name }) => name)).toEqual([
      'strategy',
      'interval',
      'outMsgType',
      'maxPendingMsgs',
      'maxRetries',
    ]);
    expect(fields.filter(({ advanced }) => advanced).map(({ name }) => name)).toEqual([
      'maxRetries',
    ]);
  });

  it('makes an optional field of a union with null, and a type switch of a discriminated one', () => {
    const [settings] = formOf('action.save-timeseries').fields.filter(
      ({ name }) => name === 'processingSettings',
    );
    expect(settings?.shape).toMatchObject({
      kind: 'union',
      discriminator: 'type',
      nullable: false,
      description: expect.stringContaining('Which messages are stored') as string,
    });
    expect(Object.keys(settings?.branches ?? {})).toEqual([
      'ON_EVERY_MESSAGE',
      'WEBSOCKETS_ONLY',
      'DEDUPLICATE',
      'ADVANCED',
    ]);
    const [latest] = (settings?.branches.ADVANCED ?? []).filter(({ name }) => name === 'latest');
    expect(latest?.shape).toMatchObject({ kind: 'union', nullable: true });
  });

  it('has labels, help and units', () => {
    const [delay] = formOf('flow.delay').fields;
    expect(delay).toMatchObject({
      label: 'Period',
      help: 'Delay in seconds.',
      unit: 's',
    });
  });

  it('stops at a schema that contains itself', () => {
    const schema = {
      $defs: { Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } } } },
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Tree' } },
    };
    const [tree] = prepare('plugin.tree', schema).fields;
    expect(tree?.fields.map(({ name, shape }) => [name, shape.kind])).toEqual([['child', 'json']]);
  });
});
