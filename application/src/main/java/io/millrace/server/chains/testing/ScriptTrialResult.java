// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

/**
 * The result of a script trial.
 *
 * @param output the output as text; empty after an error
 * @param error the error; empty after success
 */
record ScriptTrialResult(String output, String error) {

    static ScriptTrialResult of(String output) {
        return new ScriptTrialResult(output, "");
    }

    static ScriptTrialResult failure(String error) {
        return new ScriptTrialResult("", error);
    }
}
