// SPDX-License-Identifier: Apache-2.0
import type { ComponentDescriptor } from '../../api/components';
import components from './components.fixture.json';

/**
 * All node types, as the server describes them. For tests. The service's test `ComponentsIT` compares the file with the
 * answer of `GET /api/components`; when they differ, it says how to update the file.
 */
export const COMPONENTS = components as unknown as readonly ComponentDescriptor[];
