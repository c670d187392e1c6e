// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

/** Where a chain is meant to run. This service runs {@link #CORE} chains. */
public enum RuleChainType {
    CORE,
    EDGE
}
