// SPDX-License-Identifier: Apache-2.0
import { NODE_GROUPS, type NodeGroup } from '../model/chain/nodeGroups';
import type { JsonObject } from '../model/json';
import { authorized } from './session';

/** A type of rule node. */
export interface ComponentDescriptor {
  readonly type: NodeGroup;
  /** Unique only within its group: there is a filter "script" and a transformation "script". */
  readonly name: string;
  /** ThingsBoard's name of the type, which rule chains refer to. */
  readonly clazz: string;
  /** Millrace's name of the type, such as `filter.script`; rule chains may refer to it too. */
  readonly nodeType: string;
  readonly configurationVersion: number;
  /** Whether each node of the type has a queue of its own choice. */
  readonly hasQueueName: boolean;
  readonly configurationDescriptor: { readonly nodeDefinition: NodeDefinition };
}

export interface NodeDefinition {
  readonly description: string;
  readonly details: string;
  readonly inEnabled: boolean;
  readonly outEnabled: boolean;
  /** The labels that the node emits. */
  readonly relationTypes: readonly string[];
  /** Whether the node emits other labels too. */
  readonly customRelations: boolean;
  /** Whether the node passes messages to another rule chain. */
  readonly ruleChainNode: boolean;
  readonly defaultConfiguration: JsonObject;
  /** JSON Schema, draft 2020-12. */
  readonly configurationSchema: JsonObject;
}

/** All types of rule nodes. */
export function listComponents(signal?: AbortSignal): Promise<readonly ComponentDescriptor[]> {
  return authorized(`api/components?componentTypes=${NODE_GROUPS.join(',')}`, { signal });
}
