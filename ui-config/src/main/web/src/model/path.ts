// SPDX-License-Identifier: Apache-2.0
import type { Delivery, Hop } from '../api/paths';
import type { Walk, WayStep } from './test/way';

/** The steps of a delivery. Branches begin with the same hops, which are one step each. */
export function walkOf({ branches, error }: Pick<Delivery, 'branches' | 'error'>): Walk {
  const steps: WayStep[] = [];
  const known = new Map<string, number>();
  for (const hops of branches) {
    let after: number | null = null;
    for (const hop of hops) {
      const name = `${String(after)} ${hop.ruleNodeId.id} ${hop.label} ${hop.micros}`;
      let index = known.get(name);
      if (index === undefined) {
        index = steps.length;
        known.set(name, index);
        steps.push(stepOf(hop, index, after));
      }
      after = index;
    }
  }
  const failed = error?.ruleNodeId ?? null;
  return { steps, error: failed === null ? null : { nodeId: failed } };
}

function stepOf(hop: Hop, index: number, after: number | null): WayStep {
  return {
    index,
    after,
    ruleChainId: hop.ruleChainId,
    nodeId: hop.ruleNodeId,
    // A node that answers several labels has them all in one text.
    labels: [hop.label, ...hop.label.split(',')],
    error: null,
    micros: hop.micros,
  };
}

/** The chain that a delivery entered first; undefined if it entered none. */
export function firstChainOf({ branches }: Pick<Delivery, 'branches'>): string | undefined {
  return branches[0]?.[0]?.ruleChainId.id;
}
