// SPDX-License-Identifier: Apache-2.0
import type { Content, Delivery, Hop, MessagePath } from '../api/paths';
import type { Walk, WayStep } from './test/way';

/** A node that a delivery passed, as one step of its way. */
export interface FollowedStep extends WayStep {
  readonly hop: Hop;
  /** The message as it came to the node; undefined if that is not kept. */
  readonly before: Content | undefined;
  /** The message as it left the node; undefined if it did not leave, or if that is not kept. */
  readonly left: Content | undefined;
}

/** The steps of a delivery. Branches begin with the same hops, which are one step each. */
export function stepsOf({
  branches,
  input,
}: Pick<Delivery, 'branches' | 'input'>): readonly FollowedStep[] {
  const steps: FollowedStep[] = [];
  const known = new Map<string, FollowedStep>();
  for (const hops of branches) {
    let former: FollowedStep | undefined;
    for (const hop of hops) {
      const name = `${String(former?.index)} ${hop.ruleNodeId.id} ${hop.label} ${hop.micros}`;
      let step = known.get(name);
      if (step === undefined) {
        step = stepOf(hop, steps.length, former, former === undefined ? input : former.left);
        known.set(name, step);
        steps.push(step);
      }
      former = step;
    }
  }
  return steps;
}

function stepOf(
  hop: Hop,
  index: number,
  former: FollowedStep | undefined,
  coming: Content | null | undefined,
): FollowedStep {
  // The server writes a content once, where it changes.
  const before = hop.input ?? coming ?? undefined;
  return {
    index,
    after: former?.index ?? null,
    ruleChainId: hop.ruleChainId,
    nodeId: hop.ruleNodeId,
    // A node that answers several labels has them all in one text.
    labels: [hop.label, ...hop.label.split(',')],
    error: hop.error ?? null,
    micros: hop.micros,
    hop,
    before,
    left: hop.output ?? (hop.unchanged === true ? before : undefined),
  };
}

/** The steps of a delivery, and the node at which it failed. */
export function walkOf(delivery: Pick<Delivery, 'branches' | 'input' | 'error'>): Walk {
  const failed = delivery.error?.ruleNodeId ?? null;
  return { steps: stepsOf(delivery), error: failed === null ? null : { nodeId: failed } };
}

/** The index of the step to show first: the one that failed, otherwise the first one. */
export function firstShown(steps: readonly FollowedStep[], failedNode: string | undefined): number {
  const failed = steps.findIndex(({ error }) => error !== null);
  const at = steps.findLastIndex(({ nodeId }) => nodeId.id === failedNode);
  return Math.max(0, failed >= 0 ? failed : at);
}

/** The error of a step: its own, or that of the delivery if that failed here and the step has none. */
export function errorOf(
  { error, nodeId }: FollowedStep,
  delivery: Pick<Delivery, 'error'>,
): string | undefined {
  const ofDelivery = delivery.error?.ruleNodeId?.id === nodeId.id ? delivery.error.message : null;
  return error ?? ofDelivery ?? undefined;
}

/** An end of a delivery. A delivery ends more than once if it is processed again. */
type End = Pick<Delivery, 'deliveryId' | 'endedTs'>;

/** What tells the ends of deliveries apart, in lists and in addresses. */
export function keyOf({ deliveryId, endedTs }: End): string {
  return `${deliveryId}-${endedTs}`;
}

/** The delivery to show: the one of the given key, otherwise the last one. */
export function shownDelivery(
  deliveries: readonly Delivery[],
  key: string | null,
): Delivery | undefined {
  return deliveries.find((delivery) => keyOf(delivery) === key) ?? deliveries.at(-1);
}

/** How long after the end of a delivery its contents can come. */
const KEPT_WITHIN_MS = 10_000;

/** True if nothing more is going to be known of a message: its last delivery has ended, and is kept if it is going to be. */
export function isSettled({ inFlight, deliveries }: MessagePath, now: number): boolean {
  const last = deliveries.at(-1);
  return (
    inFlight.length === 0 &&
    last !== undefined &&
    (last.reasons.length > 0 || now - last.endedTs > KEPT_WITHIN_MS)
  );
}

/** The address at which the way of a delivery is drawn in a rule chain. */
export function wayIn(chainId: string, delivery: End & Pick<Delivery, 'messageId'>): string {
  return `/rule-chains/${chainId}?message=${delivery.messageId}&delivery=${keyOf(delivery)}`;
}

/** Where the way of a delivery is drawn: in the chain in which it failed, otherwise in the first one. */
export function canvasOf(
  delivery: End & Pick<Delivery, 'branches' | 'error' | 'messageId'>,
): string | undefined {
  const chain = delivery.error?.ruleChainId?.id ?? firstChainOf(delivery);
  return chain === undefined ? undefined : wayIn(chain, delivery);
}

/** The chain that a delivery entered first; undefined if it entered none. */
export function firstChainOf({ branches }: Pick<Delivery, 'branches'>): string | undefined {
  return branches[0]?.[0]?.ruleChainId.id;
}
