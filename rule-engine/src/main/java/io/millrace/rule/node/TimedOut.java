// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

/**
 * Borne by exceptions that say: what the node called gave no answer in time. The JDK's own such exceptions need no mark;
 * see {@link NodeResult#failed}.
 */
public interface TimedOut {}
