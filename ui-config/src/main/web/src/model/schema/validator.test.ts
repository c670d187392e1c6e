// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Json } from '../json';
import { validationSchema } from './emit';
import { COMPONENTS } from './fixture';
import { initialBranch } from './initial';
import { shapeOf } from './shape';
import type { JsonSchema } from './types';
import { faultsOf, formValidator } from './validator';

function schemaOf(nodeType: string): JsonSchema {
  const component = COMPONENTS.find((each) => each.nodeType === nodeType);
  return component?.configurationDescriptor.nodeDefinition.configurationSchema as JsonSchema;
}

function faults(nodeType: string, configuration: Json) {
  return faultsOf(validationSchema(shapeOf(schemaOf(nodeType))), configuration).map(
    ({ path, kind, limit }) => `${path.join('.')} ${kind} ${limit}`.trim(),
  );
}

describe('faults', () => {
  it('stand at the field, with the limit', () => {
    expect(
      faults('transform.deduplication', {
        interval: 0,
        strategy: 'SOMETIMES',
        maxPendingMsgs: 'many',
      }),
    ).toEqual([
      'interval minimum 1',
      'strategy enum FIRST, LAST, ALL',
      'maxPendingMsgs type integer',
    ]);
  });

  it('name a missing field', () => {
    expect(faults('transform.json-path', {})).toEqual(['jsonPath required']);
  });

  it('allow null where the server does', () => {
    expect(faults('flow.delay', { periodInSecondsPattern: null })).toEqual([]);
  });

  it('are those of the chosen branch of a union only', () => {
    const settings = { type: 'DEDUPLICATE', deduplicationIntervalSecs: 'x' };
    expect(faults('action.save-timeseries', { processingSettings: settings })).toEqual([
      'processingSettings.deduplicationIntervalSecs type integer',
    ]);
    expect(faults('action.save-timeseries', { processingSettings: { type: 'NEVER' } })).toEqual([
      'processingSettings.type enum ON_EVERY_MESSAGE, WEBSOCKETS_ONLY, DEDUPLICATE, ADVANCED',
    ]);
  });

  it('are found inside of lists, and keys may have any characters', () => {
    const configuration = {
      dataMapping: { 'a/b~c.d': 5 },
      dataToFetch: 'ATTRIBUTES',
      fetchTo: 'DATA',
      relationsQuery: { direction: 'FROM', filters: [{}, { negate: 'x' }] },
    };
    expect(faults('enrichment.related-entity-data', configuration)).toEqual([
      'dataMapping.a/b~c.d type string',
      'relationsQuery.filters.1.negate type boolean',
    ]);
  });
});

it('hands the faults to the form library at their paths', () => {
  const validator = formValidator(validationSchema(shapeOf(schemaOf('flow.delay'))), (fault) =>
    fault.kind.toUpperCase(),
  );
  const { errors, errorSchema } = validator.validateFormData({ periodInSeconds: -1 }, {});
  expect(errors).toHaveLength(1);
  expect(errorSchema).toEqual({ periodInSeconds: { __errors: ['MINIMUM'] } });
  expect(validator.isValid({ type: 'string' }, 'x' as never, {})).toBe(true);
  expect(validator.isValid({ type: 'string' }, {}, {})).toBe(false);
});

it('fills a new branch of a union with what the server accepts, and keeps what is known', () => {
  const shape = shapeOf(schemaOf('action.save-timeseries'));
  const settings =
    shape.kind === 'object'
      ? shape.fields.find(({ name }) => name === 'processingSettings')?.shape
      : undefined;
  if (settings?.kind !== 'union') {
    throw new Error('no union');
  }
  const [, , deduplicate, advanced] = settings.branches;
  if (deduplicate === undefined || advanced === undefined) {
    throw new Error('no branches');
  }
  expect(initialBranch(settings, deduplicate, { deduplicationIntervalSecs: 30, other: 1 })).toEqual(
    {
      type: 'DEDUPLICATE',
      deduplicationIntervalSecs: 30,
    },
  );
  const filled = initialBranch(settings, advanced);
  expect(Object.keys(filled)).toEqual([
    'type',
    'timeseries',
    'latest',
    'attributes',
    'webSockets',
    'calculatedFields',
  ]);
  expect(filled.latest).toEqual({ type: 'ON_EVERY_MESSAGE' });
});
