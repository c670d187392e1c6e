// SPDX-License-Identifier: Apache-2.0
import type { ComponentDescriptor } from '../../api/components';
import components from './components.fixture.json';

/** All node types, as the server described them when the fixture was made. For tests. */
export const COMPONENTS = components as unknown as readonly ComponentDescriptor[];
