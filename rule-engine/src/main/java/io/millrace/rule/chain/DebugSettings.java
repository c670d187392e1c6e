// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

/**
 * Which debug events of a node are kept.
 *
 * @param failuresEnabled whether failures are kept
 * @param allEnabled whether all events are kept, from the time of saving for as long as the tenant is allowed to
 * @param allEnabledUntil until when all events are kept, in milliseconds since the epoch; 0 for never
 */
public record DebugSettings(boolean failuresEnabled, boolean allEnabled, long allEnabledUntil) {}
