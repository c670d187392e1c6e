// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import java.util.UUID;

/**
 * A test message and the expected result of its run through a chain.
 *
 * @param createdTime milliseconds since the epoch
 * @param name unique in the chain
 */
record TestCase(
        UUID id, long createdTime, String name, TestInput input, TestExpectation expected) {}
