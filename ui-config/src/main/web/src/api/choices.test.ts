// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readEntityName } from './choices';

let paths: string[];

/** A server that knows every entity whose id does not begin with "gone". */
beforeEach(() => {
  paths = [];
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path);
    const ids = (path.split('=')[1] ?? '').split(',').filter((id) => !id.startsWith('gone'));
    const found = ids.map((id) => ({ id: { id }, name: `Name of ${id}` }));
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
});

afterEach(() => vi.unstubAllGlobals());

it('reads the names of entities of a type in one request', async () => {
  const names = await Promise.all(['a', 'b'].map((id) => readEntityName('DEVICE', id)));
  expect(names).toEqual(['Name of a', 'Name of b']);
  expect(paths).toEqual(['api/devices?deviceIds=a,b']);
});

it('gives null for an entity that was deleted, and the names of the others', async () => {
  const names = await Promise.all(['gone', 'b'].map((id) => readEntityName('CUSTOMER', id)));
  expect(names).toEqual([null, 'Name of b']);
});

it('asks for each type on its own', async () => {
  await Promise.all([readEntityName('DEVICE', 'a'), readEntityName('RULE_CHAIN', 'b')]);
  expect(paths).toEqual(['api/devices?deviceIds=a', 'api/ruleChains/list?ruleChainIds=b']);
});

it('divides more ids than the server takes into requests', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `n${index}`);
  const names = await Promise.all(ids.map((id) => readEntityName('ASSET', id)));
  expect(names).toEqual(ids.map((id) => `Name of ${id}`));
  expect(paths).toHaveLength(2);
});

it('reads again what is asked for later', async () => {
  await readEntityName('DEVICE', 'a');
  await readEntityName('DEVICE', 'a');
  expect(paths).toHaveLength(2);
});

it('fails every name of a request that fails', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"message":"no"}', { status: 400 })));
  const names = [readEntityName('DEVICE', 'a'), readEntityName('DEVICE', 'b')];
  for (const name of names) {
    await expect(name).rejects.toThrow('no');
  }
});
