// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

/** Configuration of a node without settings. ThingsBoard writes a version into it. */
public record EmptyConfiguration(int version) {

    public static final EmptyConfiguration INSTANCE = new EmptyConfiguration(0);
}
