// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/** What makes an actor a router: where its messages go instead of into its own mailbox. */
interface RouterPlan<M> {

    /** The actor that looks after the routees. */
    Actor<M> newActor();

    /** The address of the router, before anybody knows it. */
    RouterRef<M> newRef(ActorCell<M> cell);
}
