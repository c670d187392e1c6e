// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

/**
 * Marks exceptions that mean: the service that the node called did not answer in time. The JDK's own timeout exceptions
 * need no mark; see {@link NodeResult#failed}.
 */
public interface TimedOut {}
