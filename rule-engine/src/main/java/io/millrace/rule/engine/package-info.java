// SPDX-License-Identifier: Apache-2.0
/**
 * Runs rule chains: the actors App, Tenant, RuleChain, RuleNode and Device, and their commands. Start reading at {@link
 * io.millrace.rule.engine.RuleEngine}; {@link io.millrace.rule.engine.RuleChainStripe} routes messages.
 */
@NullMarked
package io.millrace.rule.engine;

import org.jspecify.annotations.NullMarked;
