// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

/**
 * Which debug events of a node are kept.
 *
 * @param failuresEnabled whether failures are
 * @param allEnabled whether all are, from the moment of saving for as long as the tenant may
 * @param allEnabledUntil until when all are, in milliseconds since the epoch; 0 for not at all
 */
public record DebugSettings(boolean failuresEnabled, boolean allEnabled, long allEnabledUntil) {}
