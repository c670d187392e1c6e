// SPDX-License-Identifier: Apache-2.0
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../i18n/i18n';
import type { Finding } from '../../model/chain/finding';
import type { JsonObject } from '../../model/json';
import { COMPONENTS } from '../../model/schema/fixture';
import { NodeForm } from './NodeForm';
// The form loads it when it is needed; here, before the time of the first test begins.
import './SchemaForm';

// The real editor measures its text, which needs a real browser.
vi.mock('./code/CodeEditor', () => ({
  CodeEditor: ({ id, label, value }: { id?: string; label: string; value: string }) =>
    createElement('textarea', { id, 'aria-label': label, value, readOnly: true }),
}));

const errors: string[] = [];
let host: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(path.includes('page=') ? '{"data":[]}' : '[]')),
  );
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    errors.push(parts.map(String).join(' '));
  });
  // A text area that grows listens for fonts, which happy-dom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  errors.length = 0;
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function component(nodeType: string) {
  const found = COMPONENTS.find((each) => each.nodeType === nodeType);
  if (found === undefined) {
    throw new Error(`no node ${nodeType}`);
  }
  return found;
}

/** Renders the form and returns the configurations that it reports. */
async function show(
  nodeType: string,
  configuration: JsonObject,
  findings: readonly Finding[] = [],
): Promise<JsonObject[]> {
  const changes: JsonObject[] = [];
  const form = createElement(NodeForm, {
    component: component(nodeType),
    configuration,
    findings,
    context: { chainId: 'c', nodeName: 'n' },
    onChange: (next: JsonObject) => changes.push(next),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(() => {
    root.render(
      createElement(
        QueryClientProvider,
        { client },
        createElement(MantineProvider, { env: 'test', children: form }),
      ),
    );
    return Promise.resolve();
  });
  await act(() => new Promise((done) => setTimeout(done, 0)));
  return changes;
}

function labels(): string[] {
  return [...host.querySelectorAll('label, legend')].map((label) => label.textContent);
}

function unnamedInputs(): string[] {
  return [...host.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')]
    .filter(
      (input) =>
        input.getAttribute('aria-label') === null &&
        host.querySelector(`label[for="${input.id}"]`) === null &&
        input.closest('label') === null,
    )
    .map(({ outerHTML }) => outerHTML);
}

async function type(input: HTMLInputElement, text: string): Promise<void> {
  const prototype = Object.getPrototypeOf(input) as object;
  await act(() => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    return Promise.resolve();
  });
}

function field(name: string): HTMLInputElement {
  const input = host.querySelector<HTMLInputElement>(`input[id$="_${name}"]`);
  if (input === null) {
    throw new Error(`no input ${name}`);
  }
  return input;
}

describe('the form of every node', () => {
  const nodes = COMPONENTS.map(({ nodeType }) => nodeType);

  it.each(nodes)('%s renders with names of its inputs, and changes nothing', async (nodeType) => {
    const { defaultConfiguration } = component(nodeType).configurationDescriptor.nodeDefinition;
    const changes = await show(nodeType, { ...defaultConfiguration, ofLaterVersion: [1] });
    expect(errors).toEqual([]);
    expect(changes).toEqual([]);
    expect(host.querySelector('section')?.textContent).not.toBe('');
    expect(unnamedInputs()).toEqual([]);
  });

  it.each(nodes)('%s renders an empty configuration, and changes nothing', async (nodeType) => {
    const changes = await show(nodeType, {});
    expect(errors).toEqual([]);
    expect(changes).toEqual([]);
  });
});

describe('an edit', () => {
  it('keeps properties that the form does not know', async () => {
    const configuration = {
      ...component('flow.delay').configurationDescriptor.nodeDefinition.defaultConfiguration,
      ofLaterVersion: { a: [null] },
    };
    const changes = await show('flow.delay', configuration);
    await type(field('periodInSeconds'), '75');
    expect(changes.at(-1)).toEqual({ ...configuration, periodInSeconds: 75 });
  });

  it('passes on what is no number, so that the server refuses it', async () => {
    const changes = await show('flow.delay', { periodInSeconds: 60 });
    await type(field('periodInSeconds'), '6o');
    expect(changes.at(-1)).toEqual({ periodInSeconds: '6o' });
  });
});

describe('a field', () => {
  it('is hidden while it does not matter', async () => {
    await show('filter.geofencing', { fetchPerimeterInfoFromMessageMetadata: true });
    expect(labels()).not.toContain('Range');
    await show('filter.geofencing', {
      fetchPerimeterInfoFromMessageMetadata: false,
      perimeterType: 'CIRCLE',
    });
    expect(labels()).toContain('Range');
  });

  it('that is hidden is shown when the server finds something in it', async () => {
    const finding: Finding = {
      severity: 'error',
      field: 'nodes[0].configuration.range',
      message: 'too far',
    };
    await show('filter.geofencing', { fetchPerimeterInfoFromMessageMetadata: true }, [finding]);
    expect(labels()).toContain('Range');
    expect(host.textContent).toContain('too far');
  });

  it('has its findings as description and is marked as invalid', async () => {
    const finding: Finding = {
      severity: 'error',
      field: 'nodes[0].configuration.periodInSeconds',
      message: 'must be greater than or equal to 0, got -1',
    };
    await show('flow.delay', { periodInSeconds: -1 }, [finding]);
    const input = field('periodInSeconds');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual([`Error: ${finding.message}`, 'Delay in seconds.']);
    // The form's own check would say the same.
    expect(host.textContent).not.toContain('at least 0');
  });
});
