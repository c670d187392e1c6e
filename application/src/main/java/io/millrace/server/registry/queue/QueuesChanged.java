// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

/**
 * The queues are others than before, and the change is committed. Published as a Spring event on the instance where it
 * happened, on the thread of the request.
 */
public record QueuesChanged() {}
