// SPDX-License-Identifier: Apache-2.0
import { NODE_GROUPS, type NodeGroup } from '../model/chain/nodeGroups';
import type { JsonObject } from '../model/json';
import type * as schemas from './schemas';
import { authorized } from './session';

/** What the pages read of a type of rule node. */
export interface ComponentDescriptor extends Pick<
  schemas.ComponentDescriptor,
  'type' | 'name' | 'clazz' | 'nodeType' | 'configurationVersion' | 'hasQueueName'
> {
  readonly type: NodeGroup;
  readonly configurationDescriptor: { readonly nodeDefinition: NodeDefinition };
}

/** What ThingsBoard's UI alone reads is left out. */
export interface NodeDefinition extends Omit<
  schemas.ComponentDescriptorDefinition,
  'configDirective' | 'docUrl' | 'icon' | 'iconUrl' | 'uiResources'
> {
  readonly defaultConfiguration: JsonObject;
  /** JSON Schema, draft 2020-12. */
  readonly configurationSchema: JsonObject;
}

/** All types of rule nodes. */
export function listComponents(signal?: AbortSignal): Promise<readonly ComponentDescriptor[]> {
  return authorized(`api/components?componentTypes=${NODE_GROUPS.join(',')}`, { signal });
}
