// SPDX-License-Identifier: Apache-2.0
import type { ComponentDescriptor } from '../../api/components';
import {
  connectionsFrom,
  type ChainDocument,
  type ChainNode,
  type NodeId,
  type Position,
} from './document';
import type { NewNode } from './edits';
import { NODE_GROUPS, type NodeGroup } from './nodeGroups';

/** The types of nodes that the server knows. */
export interface Catalogue {
  /** In the order of the groups, by name. */
  readonly components: readonly ComponentDescriptor[];
  /** Finds a type by ThingsBoard's or by Millrace's name. */
  readonly find: (type: string) => ComponentDescriptor | undefined;
}

export function catalogueOf(components: readonly ComponentDescriptor[]): Catalogue {
  const byType = new Map<string, ComponentDescriptor>();
  for (const component of components) {
    byType.set(component.clazz, component);
    byType.set(component.nodeType, component);
  }
  return {
    components: components.toSorted(
      (a, b) =>
        NODE_GROUPS.indexOf(a.type) - NODE_GROUPS.indexOf(b.type) || a.name.localeCompare(b.name),
    ),
    find: (type) => byType.get(type),
  };
}

/** The types whose name, group or description has all words of a text; matches in the name come first. */
export function searchComponents(
  components: readonly ComponentDescriptor[],
  text: string,
): readonly ComponentDescriptor[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = components.filter((component) => {
    const { description } = component.configurationDescriptor.nodeDefinition;
    const all = `${component.name} ${component.type} ${component.nodeType} ${description}`;
    return words.every((word) => all.toLowerCase().includes(word));
  });
  const inName = ({ name }: ComponentDescriptor) =>
    words.every((word) => name.toLowerCase().includes(word));
  return words.length === 0
    ? matches
    : [...matches.filter(inName), ...matches.filter((component) => !inName(component))];
}

/** The part of a node type that a user recognises: its class without the package. */
export function shortType(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}

export function groupOf(component: ComponentDescriptor | undefined): NodeGroup | 'UNKNOWN' {
  return component?.type ?? 'UNKNOWN';
}

/** A new node of a type, with its default configuration. */
export function newNode(component: ComponentDescriptor, position: Position): NewNode {
  const { name, clazz, configurationVersion, configurationDescriptor } = component;
  return {
    type: clazz,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    position,
    configuration: configurationDescriptor.nodeDefinition.defaultConfiguration,
    configurationVersion,
  };
}

export function takesMessages(component: ComponentDescriptor | undefined): boolean {
  return component?.configurationDescriptor.nodeDefinition.inEnabled ?? true;
}

/** The labels that a node emits, as far as its type tells. */
export function labelsOf(component: ComponentDescriptor | undefined): readonly string[] {
  return component?.configurationDescriptor.nodeDefinition.relationTypes ?? [];
}

export function takesOtherLabels(component: ComponentDescriptor | undefined): boolean {
  return component?.configurationDescriptor.nodeDefinition.customRelations ?? true;
}

/** The types of messages that these nodes are made for, as a message type switch labels them. */
const MADE_FOR: Readonly<Record<string, string>> = {
  'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode': 'Post telemetry',
  'org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode': 'Post attributes',
  'org.thingsboard.rule.engine.rpc.TbSendRPCRequestNode': 'RPC Request to Device',
};

/**
 * The label that a new connection of a node most likely has: the one that the other node is made for, else the first
 * that no connection has yet.
 */
export function likelyLabel(
  document: ChainDocument,
  from: NodeId,
  component: ComponentDescriptor | undefined,
  to?: NodeId,
): string | undefined {
  const used = new Set(connectionsFrom(document, from).flatMap(({ labels }) => labels));
  const labels = labelsOf(component);
  const free = labels.filter((label) => !used.has(label));
  const wanted = to === undefined ? undefined : MADE_FOR[document.nodes.get(to)?.type ?? ''];
  if (wanted !== undefined && free.includes(wanted)) {
    return wanted;
  }
  return free.find((label) => label !== 'Failure') ?? (used.size > 0 ? free[0] : undefined);
}

/** The labels with which a node that is inserted into a connection passes messages on. */
export function passingLabels(
  component: ComponentDescriptor,
  splitLabels: readonly string[],
): readonly string[] {
  const label = labelsOf(component).find((each) => each !== 'Failure');
  if (label !== undefined) {
    return [label];
  }
  return takesOtherLabels(component) ? splitLabels : [];
}

/** The rule chain that a node calls. */
export function calledChain(
  node: ChainNode,
  component: ComponentDescriptor | undefined,
): string | undefined {
  const isCall = component?.configurationDescriptor.nodeDefinition.ruleChainNode ?? false;
  const { ruleChainId } = node.configuration;
  return isCall && typeof ruleChainId === 'string' && ruleChainId !== '' ? ruleChainId : undefined;
}
