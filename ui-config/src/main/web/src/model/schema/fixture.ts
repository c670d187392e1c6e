// SPDX-License-Identifier: Apache-2.0
import type { ComponentDescriptor } from '../../api/components';
import components from './components.fixture.json';

/**
 * All node types, as the server described them when the fixture was made. For tests. Renew it with the answer of
 * `GET /api/components?componentTypes=FILTER,ENRICHMENT,TRANSFORMATION,ACTION,EXTERNAL,FLOW`.
 */
export const COMPONENTS = components as unknown as readonly ComponentDescriptor[];
