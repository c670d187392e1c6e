// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

/**
 * Watches were changed on another instance, and that is committed. Published as a Spring event. A listener must return
 * at once and must not throw.
 */
public record MessageWatchesChanged() {}
