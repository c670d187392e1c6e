// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import java.util.List;
import java.util.UUID;

/**
 * The result of a test case.
 *
 * @param differences the differences from the expected result
 */
record TestCaseResult(UUID id, String name, boolean passed, List<String> differences) {

    static TestCaseResult of(TestCase test, List<String> differences) {
        return new TestCaseResult(test.id(), test.name(), differences.isEmpty(), differences);
    }

    /** The results of all test cases of a chain. */
    record All(boolean passed, List<TestCaseResult> results) {

        static All of(List<TestCaseResult> results) {
            return new All(results.stream().allMatch(TestCaseResult::passed), results);
        }
    }
}
